using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Questions of actors of one type to one actor that have had no answer for a moment or longer.</summary>
/// <param name="Asker">Readable name of the asking actor's type; <c>_ask</c> for code outside of actors.</param>
/// <param name="Question">Readable name of the question's type.</param>
/// <param name="Receiver">Readable name of the asked actor's type; <c>_remote</c> on another node; empty when it is not known.</param>
/// <param name="Path">The asked actor's path, with its address if it is on another node.</param>
/// <param name="Count">How many.</param>
/// <param name="Seconds">Age of the oldest.</param>
internal sealed record OpenQuestions(string Asker, string Question, string Receiver, string Path, int Count, double Seconds)
{
    // Reading more would take too long, and this number is enough to show which actor does not answer.
    private const int MaxRead = 10_000;

    private const int MaxShown = 100;

    /// <summary>Walks over the questions that have not ended. Any thread.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    /// <returns>The most frequent first.</returns>
    public static IReadOnlyList<OpenQuestions> Read(AkkaInstrumentationExtension system, long now) =>
    [
        .. system.ActorNames.Unanswered(now - Ticks.From(AkkaMessagesAtWork.Moment)).Take(MaxRead)
            .GroupBy(one => (one.Asker, one.Question, one.Receiver)).OrderByDescending(same => same.Count()).Take(MaxShown)
            .Select(same => From(system, same.Key.Receiver, [.. same], now)),
    ];

    public override string ToString() => CauseText.Count(Count, $"{Question} from {FoldedWords.Who(Asker)} to {Path} has no answer yet",
        $"{Question} from {FoldedWords.Who(Asker)} to {Path} have no answer yet") + CauseText.Text($", the oldest for {DurationWords.Text(Seconds)}");

    private static OpenQuestions From(AkkaInstrumentationExtension system, ActorPath receiver, List<OpenQuestion> same, long now)
    {
        var isHere = receiver.Address == system.System.Provider.DefaultAddress || receiver.Address.HasLocalScope;
        return new(
            same[0].Asker,
            TypeNames.Get(same[0].Question),
            !isHere ? FoldedNames.Remote
                : LivingActors.CellAt(system.System, receiver.ToStringWithoutAddress()) is ActorCell cell ? system.ActorNames.Get(cell.Self) : "",
            isHere ? ActorTypeNames.Readable(receiver) : ActorNames.PathWithAddress(receiver),
            same.Count,
            Ticks.ToSeconds(now - same.Min(one => one.At)));
    }
}
