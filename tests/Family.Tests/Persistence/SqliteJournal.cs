namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A real database in a file, for events and snapshots.</summary>
internal sealed class SqliteJournal : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"journal-{Guid.NewGuid():N}.db");
    private bool _isUsed;

    public string Hocon
    {
        get
        {
            _isUsed = true;
            return $"{Plugin("journal", "Journal.SqlWriteJournal")}\n{Plugin("snapshot-store", "Snapshot.SqlSnapshotStore")}";
        }
    }

    /// <summary>The same file, for Akka.Persistence.Query.</summary>
    public string QueryHocon =>
        $$"""
        akka.persistence.query.journal.sql {
          class = "Akka.Persistence.Sql.Query.SqlReadJournalProvider, Akka.Persistence.Sql"
          {{Connection}}
        }
        """;

    private string Connection => $"""
        connection-string = "DataSource={_file.Replace('\\', '/')}"
        provider-name = "SQLite.MS"
        """;

    public void Dispose()
    {
        Microsoft.Data.Sqlite.SqliteConnection.ClearAllPools();
        var bytes = new FileInfo(_file) is { Exists: true } file ? file.Length : 0;
        File.Delete(_file);
        Assert.True(bytes > 0 || !_isUsed, "Akka did not write to the database");
    }

    // The plugin adds its own defaults.
    private string Plugin(string kind, string type) =>
        $$"""
        akka.persistence.{{kind}} {
          plugin = "akka.persistence.{{kind}}.sql"
          sql {
            class = "Akka.Persistence.Sql.{{type}}, Akka.Persistence.Sql"
            plugin-dispatcher = "akka.persistence.dispatchers.default-plugin-dispatcher"
            {{Connection}}
          }
        }
        """;
}
