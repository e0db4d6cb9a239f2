using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>A persistent actor that waits for its journal: for the answer to a write, or for the end of its recovery.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Store">The id of its journal.</param>
internal sealed record PersistingActor(string Path, string ActorType, string Store)
{
    /// <summary>Commands that wait for its writes or its recovery.</summary>
    public int Commands { get; init; }

    /// <summary>For how many seconds the first of them has waited; 0 when that is not known.</summary>
    public double CommandSeconds { get; init; }

    /// <summary>For how many seconds the first write without an answer has waited; 0 for none.</summary>
    public double WriteSeconds { get; init; }

    /// <summary>For how many seconds its recovery has lasted; 0 when it has recovered.</summary>
    public double RecoverySeconds { get; init; }

    /// <summary>Whether it has got a permit to recover, as far as that was observed.</summary>
    public bool HasPermit { get; init; }

    /// <summary>The longest of these times.</summary>
    public double Seconds => Math.Max(CommandSeconds, Math.Max(WriteSeconds, RecoverySeconds));

    /// <summary>A text that says what it waits for, and which commands wait behind it.</summary>
    public string What => $"{Wait}{(Commands == 0 ? "" : $", {Behind}")}";

    private string Wait =>
        RecoverySeconds > 0 ? Text($"it has not recovered for {DurationWords.Text(RecoverySeconds)}{(HasPermit ? "" : ", and has no permit yet")}")
        : WriteSeconds > 0 ? Text($"its journal has not answered a write for {DurationWords.Text(WriteSeconds)}")
        : "it persists";

    private string Behind =>
        Text($"{Commands} {(Commands == 1 ? "command waits" : "commands wait")}")
            + (CommandSeconds > 0 ? Text($", the oldest for {DurationWords.Text(CommandSeconds)}") : "");

    /// <summary>The persistent actors for which a write, a command or the recovery has waited at least this long, the longest first. Visits each
    /// persistent actor once. Any thread.</summary>
    /// <param name="types">The actor types.</param>
    /// <param name="least">Seconds.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static IReadOnlyList<PersistingActor> Read(IEnumerable<ActorTypeInfo> types, double least, long now)
    {
        var found = new List<PersistingActor>();

        // If nothing is collected, the ends of writes and recoveries are not seen.
        foreach (var type in Instruments.IsListening || AkkaTelemetry.Source.HasListeners() ? types : [])
        {
            if (type.Mailboxes.Latest is not { Persistence.IsPersistent: true })
            {
                continue;
            }

            type.Mailboxes.ForEach(mailbox =>
            {
                var waits = mailbox.Persistence;
                var actor = new PersistingActor(mailbox.Path, type.Name, "")
                {
                    Commands = waits.Commands,
                    CommandSeconds = Since(waits.OldestCommandAt),
                    WriteSeconds = Since(waits.WritesSince),
                    RecoverySeconds = Since(waits.RecoversSince),
                    HasPermit = waits.HasPermit,
                };
                if (waits.IsPersistent && actor.Seconds >= least)
                {
                    found.Add(actor with { Store = mailbox.Store });
                }
            });
        }

        return [.. found.OrderByDescending(actor => actor.Seconds)];

        double Since(long at) => at == 0 ? 0 : Math.Max(0, Ticks.ToSeconds(now - at));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
