namespace AkkaInstrumentation.Tests;

/// <summary>
/// A logger that keeps the warnings and errors of a system, by the system's name: it is there from the start, as a subscriber of a test would not be.
/// </summary>
public sealed class KeptLog : PlainLog, IRequiresMessageQueue<ILoggerMessageQueueSemantics>
{
    /// <summary>Goes over a system's HOCON.</summary>
    public const string Hocon =
        """
        akka {
          loglevel = WARNING
          logger-startup-timeout = 60s
          stdout-loglevel = OFF
          loggers = ["AkkaInstrumentation.Tests.KeptLog, TestSupport"]
        }

        """;

    private const string Mark = "until here: ";

    /// <summary>
    /// What has arrived by now; a logger is an actor, so what was logged a moment ago may still be on its way to it: see <see cref="Whole"/>.
    /// </summary>
    public static IReadOnlyList<string> Of(ActorSystem system) =>
        Kept.TryGetValue(system.Name, out var kept) ? [.. kept.Where(line => !line.StartsWith(Mark, StringComparison.Ordinal))] : [];

    /// <summary>What was logged as a warning or an error before this call, all of it.</summary>
    public static async Task<IReadOnlyList<string>> Whole(ActorSystem system)
    {
        var mark = $"{Mark}{Guid.NewGuid():N}";
        system.Log.Warning(mark);
        await Eventually.True(() => Kept.TryGetValue(system.Name, out var kept) && kept.Contains(mark), () => "the logger does not answer");
        return Of(system);
    }
}

/// <summary>The same, without a wish for the mailbox of loggers: it gets the default one.</summary>
public class PlainLog : ReceiveActor
{
    private protected static readonly ConcurrentDictionary<string, ConcurrentQueue<string>> Kept = new();

    /// <summary>Made by Akka.</summary>
    public PlainLog()
    {
        var system = Context.System.Name;
        Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
        Receive<LogEvent>(log => Kept.GetOrAdd(system, _ => new()).Enqueue($"{log.Message}"));
    }
}
