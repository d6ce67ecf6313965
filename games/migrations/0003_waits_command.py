from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_looks")]

    operations = [
        migrations.AddField("wait", "command", models.CharField(max_length=64, null=True)),
        migrations.AddField("wait", "digest", models.BigIntegerField(null=True)),
    ]
