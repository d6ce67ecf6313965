from django.db import migrations


def keep_size(apps, schema_editor):
    """PostgreSQL plans a statement for the size a table has; this one is empty now and full a second later."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE games_boardchange SET (vacuum_truncate = false)")


class Migration(migrations.Migration):

    dependencies = [("games", "0004_result_by_player")]

    operations = [migrations.RunPython(keep_size, migrations.RunPython.noop)]
