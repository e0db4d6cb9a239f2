namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A real database in a file.</summary>
internal sealed class SqliteJournal : IDisposable
{
    private static readonly string Defaults = $"{Akka.Persistence.Sql.SqlPersistence.DefaultConfiguration}";

    private readonly string _file = Path.Combine(Path.GetTempPath(), $"journal-{Guid.NewGuid():N}.db");

    public string Hocon =>
        $$"""
        {{Defaults}}
        akka.persistence.journal.plugin = "akka.persistence.journal.sql"
        akka.persistence.journal.sql {
          connection-string = "DataSource={{_file.Replace('\\', '/')}}"
          provider-name = "SQLite.MS"
        }
        """;

    public void Dispose()
    {
        Microsoft.Data.Sqlite.SqliteConnection.ClearAllPools();
        File.Delete(_file);
    }
}
