"""The one settings file. What an operator may choose is read from the environment here, once.

Each `env.…` line is described for operators in docs/operations.md and shown in .env.example.
"""

from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from games.klondike.rules import RULESETS
from klondike_service import connections, log
from klondike_service import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent

# ---- where things are ------------------------------------------------------------------------------

# Data, mail and the generated secret of a service that runs from its folder.
VAR_DIR = env.folder("VAR_DIR", BASE_DIR / "var")
# The address players see: links in mail, the origin cookies are accepted from. Secure cookies if https.
PUBLIC_URL = env.url("PUBLIC_URL", "http://127.0.0.1:8000", "http", "https")
# postgres://user:password@host:port/name, or sqlite:///path.
SQLITE = f"sqlite:///{VAR_DIR / 'klondike.sqlite3'}"
DATABASE_URL = env.url("DATABASE_URL", SQLITE, "postgres", "postgresql", "sqlite")
# Most connections one process opens to PostgreSQL.
DATABASE_POOL = env.number("DATABASE_POOL", 20, 2, 500)
# Needed when several processes serve; without it limits, messages and tasks stay within one process.
REDIS_URL = env.url("REDIS_URL", "", "redis", "rediss", "unix")
# file:///folder, console:, smtp://user:password@host:port (add ?starttls=1) or smtps://….
EMAIL_URL = env.url("EMAIL_URL", f"file://{VAR_DIR / 'mail'}", "file", "console", "smtp", "smtps")
EMAIL_FROM = env.text("EMAIL_FROM", "Klondike <noreply@localhost>")
# Requests worked on at once in one process; more wait.
HTTP_THREADS = env.number("HTTP_THREADS", 8, 1, 200)
# Threads that wait for the database on behalf of sockets.
LIVE_THREADS = env.number("LIVE_THREADS", 4, 1, 200)
# Socket frames by the short way through uvicorn, where its version is known; off: as any ASGI server does it.
LIVE_FRAMES = env.flag("LIVE_FRAMES", True)
# Between two pings to a socket; one that says nothing from one to the next is closed.
LIVE_PING_S = env.number("LIVE_PING_S", 10, 1, 60)

# ---- safety ----------------------------------------------------------------------------------------

# Tracebacks in answers; for a developer's machine only.
DEBUG = env.flag("DEBUG", False)
# Generated into VAR_DIR on the first start unless given.
SECRET_KEY = env.secret("SECRET_KEY", VAR_DIR / "secret_key")
# Names this service answers to, beside PUBLIC_URL's own and those of the machine itself (for health checks).
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", [])
# Reverse proxies in front, each adding to X-Forwarded-For; the outermost is believed on http or https.
PROXIES = env.number("PROXIES", 0, 0, 10)

if not DEBUG:
    if len(SECRET_KEY) < 32 or len(set(SECRET_KEY)) < 10:
        raise ImproperlyConfigured("SECRET_KEY is weak: it must have 32 characters or more, well mixed.")
    if "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts served, not '*', unless DEBUG is on.")
ALLOWED_HOSTS += [urlsplit(PUBLIC_URL).hostname or "", "localhost", "127.0.0.1", "[::1]"]

# ---- limits ----------------------------------------------------------------------------------------

LIMIT_BODY_BYTES = env.number("LIMIT_BODY_BYTES", 65_536, 1_024, 10_485_760)
LIMIT_BATCH_MOVES = env.number("LIMIT_BATCH_MOVES", 200, 1, 5_000)
LIMIT_IMPORT_MOVES = env.number("LIMIT_IMPORT_MOVES", 5_000, 1, 50_000)
LIMIT_GAME_EVENTS = env.number("LIMIT_GAME_EVENTS", 5_000, 10, 50_000)
# Sockets a player may hold open, in all processes; while Redis is away, in each.
LIMIT_SOCKETS = env.number("LIMIT_SOCKETS", 10, 1, 1_000)
# Commands a player may send: per second in the long run. A socket may send as many messages.
LIMIT_COMMANDS_PER_SECOND = env.number("LIMIT_COMMANDS_PER_SECOND", 20, 1, 100_000)
# By address.
LIMIT_GUESTS_PER_HOUR = env.number("LIMIT_GUESTS_PER_HOUR", 20, 1, 1_000_000)
LIMIT_WRONG_CODES_PER_MINUTE = env.number("LIMIT_WRONG_CODES_PER_MINUTE", 10, 1, 1_000_000)
LIMIT_VERDICTS_PER_MINUTE = env.number("LIMIT_VERDICTS_PER_MINUTE", 60, 1, 1_000_000)
# By address, and by account.
LIMIT_SIGN_INS_PER_MINUTE = env.number("LIMIT_SIGN_INS_PER_MINUTE", 10, 1, 1_000_000)
LIMIT_RESETS_PER_HOUR = env.number("LIMIT_RESETS_PER_HOUR", 5, 1, 1_000_000)
# Races that a player has opened and that haven't started.
LIMIT_OPEN_RACES = env.number("LIMIT_OPEN_RACES", 3, 1, 1_000)

# Without a command for so long a game is abandoned: lost, if a move was made in it.
ABANDONED_AFTER_DAYS = env.number("ABANDONED_AFTER_DAYS", 30, 1, 36_500)
# Guests who never made a move and haven't been seen for so long are forgotten.
UNUSED_GUESTS_DAYS = env.number("UNUSED_GUESTS_DAYS", 30, 1, 36_500)

# ---- races -----------------------------------------------------------------------------------------

# From the moment all are ready to the start.
RACE_COUNTDOWN_MS = env.number("RACE_COUNTDOWN_MS", 3_000, 0, 60_000)
# A race that hasn't started by then is void.
RACE_UNSTARTED_S = env.number("RACE_UNSTARTED_S", 1_800, 10, 86_400)
# How long one may be away before the others can claim the race.
RACE_GRACE_S = env.number("RACE_GRACE_S", 45, 1, 3_600)
# In which a challenge can be played.
RACE_WINDOW_H = env.number("RACE_WINDOW_H", 48, 1, 720)

# The rulesets that have a deal of the day.
_DAILIES = ["turn-1", "turn-3", "google-easy", "google-hard", "classic-1", "classic-3"]
DAILY_RULESETS = env.some("DAILY_RULESETS", _DAILIES, *RULESETS)

# Clients that say a lower number in X-Client-Version are told to update; one that says none is served.
CLIENT_VERSION_MINIMUM = env.number("CLIENT_VERSION_MINIMUM", 0, 0, 1_000_000)

# What one question to the solver may cost before the answer is "undecided".
SOLVER_MS = env.number("SOLVER_MS", 1_000, 1, 600_000)
SOLVER_MEMORY_MB = env.number("SOLVER_MEMORY_MB", 384, 16, 65_536)
# The same for a question that a worker answers while nobody waits.
SOLVER_WORKER_MS = env.number("SOLVER_WORKER_MS", 10_000, 1, 200_000)

# Secret winnable deals on the shelf of each built-in ruleset: below the first number workers fill it up to the second.
SHELF_LOW = env.number("SHELF_LOW", 64, 0, 1_000_000)
SHELF_TARGET = env.number("SHELF_TARGET", 128, 0, 1_000_000)
# What a worker may spend on one deal for the shelf: the less, the easier the deals.
SHELF_MS = env.number("SHELF_MS", 1_000, 1, 60_000)
# How long a player waits for a deal proved on the spot, under rules that no shelf serves.
SHELF_WAIT_MS = env.number("SHELF_WAIT_MS", 3_000, 1, 60_000)

# ---- log -------------------------------------------------------------------------------------------

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR")
# One line a record on stderr: `text` for people, `json` for collectors.
LOG_FORMAT = env.choice("LOG_FORMAT", "text", "text", "json")
LOGGING = log.configuration(LOG_LEVEL, LOG_FORMAT)

# The names of all the above.
OPERATOR_SETTINGS = frozenset(env.NAMES)

# ---- Django ----------------------------------------------------------------------------------------

ROOT_URLCONF = "klondike_service.urls"
ASGI_APPLICATION = "klondike_service.asgi.application"
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "klondike_service.compress.Compress",
    "klondike_service.outdated.Outdated",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DATABASES = {"default": connections.database(DATABASE_URL, DATABASE_POOL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
globals().update(connections.mail(EMAIL_URL))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = EMAIL_FROM
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # files come from the packages: no collectstatic step
DATA_UPLOAD_MAX_MEMORY_SIZE = LIMIT_BODY_BYTES

# ---- players and cookies ---------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# allauth does no more than addresses, their keys and mail: none of its pages is served.
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name_key"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_NAME = "klondike_session"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https:")
SECURE_HSTS_SECONDS = 31_536_000 if SESSION_COOKIE_SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
# The subdomains of whoever runs this are theirs to judge, and a proxy turns http to https.
# SQLite makes indexes without the columns that PostgreSQL keeps beside the key.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021", "models.W040"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
CSRF_FAILURE_VIEW = "accounts.handlers.csrf_failure"

# Any page may call the API with a session token; a browser's cookies are never let through to it.
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = ["accept", "content-type", "if-none-match", "x-client-version", "x-session-token"]
CORS_EXPOSE_HEADERS = ["deprecation", "etag", "ratelimit", "ratelimit-policy", "retry-after", "sunset"]
CORS_URLS_REGEX = r"^/api/"

# ---- the API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.SessionTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["accounts.renderers.Json"],
    "DEFAULT_PARSER_CLASSES": ["accounts.parsers.Json"],
    "DEFAULT_SCHEMA_CLASS": "klondike_service.openapi.Described",
    "EXCEPTION_HANDLER": "games.api.errors.handle",
    "NUM_PROXIES": PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Klondike",
    "DESCRIPTION": "Klondike solitaire as a service. Every refusal is an `application/problem+json` object.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "GameStatus": "games.api.serializers.game.STATUSES",
        "RaceStatus": "games.models.race.Status",
        "QuickStatus": "games.api.serializers.race.QUICK_STATUSES",
    },
    # The human page loads nothing from elsewhere.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# ---- Celery ----------------------------------------------------------------------------------------

# A task is acknowledged when done: a killed worker's runs again elsewhere, so tasks are safe to run twice.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://") or "memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True  # results are rows
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_DEFAULT_QUEUE = "default"
# Verdicts that somebody waits for have a queue of their own, and so have slices of work for which the solver is asked
# while nobody waits.
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("default", "solver", "shelf")]
CELERY_TASK_ROUTES = {
    "games.tasks.judge": {"queue": "solver"},
    "games.tasks.fill": {"queue": "shelf"},
    "games.tasks.look_at_wins": {"queue": "shelf"},
}
SHELF_LOOK_S = 30
SHELF_SLICE_MS = 1_000
LOOK_SLICE_MS = 1_000
# A broker that is away holds up nobody who plays: rows say what is wanted, and the schedule asks again.
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_BEAT_SCHEDULE = {
    "restock": {"task": "games.tasks.restock", "schedule": SHELF_LOOK_S, "options": {"expires": SHELF_LOOK_S}},
    "tidy": {"task": "games.tasks.tidy", "schedule": 3600, "options": {"expires": 3600}},
    "act-on-due": {"task": "games.tasks.act_on_due", "schedule": 10, "options": {"expires": 10}},
    "make-dailies": {"task": "games.tasks.make_dailies", "schedule": 60, "options": {"expires": 60}},
    "look-at-wins": {"task": "games.tasks.look_at_wins", "schedule": 5, "options": {"expires": 5}},
    "count-boards": {"task": "games.tasks.count_boards", "schedule": 5, "options": {"expires": 5}},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
