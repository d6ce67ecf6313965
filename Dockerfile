FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
RUN python -m venv /venv
ENV PATH=/venv/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
COPY requirements/run.txt .
RUN pip install --require-hashes -r run.txt
COPY games/solver/kernel kernel
RUN pip install --no-build-isolation --no-deps ./kernel \
 && pip uninstall --yes cmake ninja nanobind scikit-build-core

FROM python:3.13-slim
RUN useradd --system --no-create-home --uid 10001 klondike && install --directory --owner klondike /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 VAR_DIR=/data LOG_FORMAT=json
WORKDIR /app
COPY manage.py ./
COPY klondike_service klondike_service
COPY accounts accounts
COPY games games
USER klondike
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "klondike_service.serve", "--host", "0.0.0.0"]
