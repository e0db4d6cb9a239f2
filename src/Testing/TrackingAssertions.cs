using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Expectations of the effects of an action. Each method returns the tracked action, so that calls can be chained, and throws a
/// <see cref="TrackingException"/> whose message lists the effects.
/// </summary>
public static class TrackingAssertions
{
    /// <summary>All spans belong to one trace.</summary>
    /// <typeparam name="TAction">The type of the tracked action.</typeparam>
    /// <param name="tracked">The tracked action.</param>
    /// <returns>The tracked action.</returns>
    /// <exception cref="TrackingException">There are several traces, or none.</exception>
    public static TAction ShouldBeOneTrace<TAction>(this TAction tracked)
        where TAction : TrackedAction
    {
        Reached(tracked);
        return Expect(tracked, tracked.TraceCount == 1, () => $"There are {tracked.TraceCount} traces, expected is one.");
    }

    /// <summary>
    /// The messages pass these actors in this order. Others may come between them. An actor that works at the same time as another one may begin
    /// earlier or later: expect only an order that one of them causes.
    /// </summary>
    /// <param name="tracked">The tracked action.</param>
    /// <param name="actors">Types, <c>OrderActor</c>, or paths, <c>/user/orders</c>.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">The messages do not pass these actors in this order.</exception>
    public static TAction ShouldPass<TAction>(this TAction tracked, params string[] actors)
        where TAction : TrackedAction
    {
        ArgumentNullException.ThrowIfNull(actors);
        Reached(tracked);
        var next = 0;
        foreach (var actor in actors)
        {
            while (next < tracked.Messages.Count && !tracked.Messages[next].IsAt(actor))
            {
                next++;
            }

            var known = tracked.MessagesAt(actor).Count > 0 ? "only earlier" : "not at all";
            Expect(tracked, next++ < tracked.Messages.Count,
                () => $"The messages should pass {string.Join(", ", actors)}. They reach {actor} {known}.");
        }

        return tracked;
    }

    /// <summary>Each span's parent is part of the same traces, so that a trace shows it in its place.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">A span has another parent.</exception>
    public static TAction ShouldHaveNoOrphans<TAction>(this TAction tracked)
        where TAction : TrackedAction
    {
        Reached(tracked);
        var orphans = tracked.Steps.Where(step => step.IsOrphan).ToList();
        return Expect(tracked, orphans.Count == 0, () => $"The parents of these spans are not part of what the action caused:\n{Lines(orphans)}");
    }

    /// <summary>No handler has thrown.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">A handler has thrown.</exception>
    public static TAction ShouldHaveNoFailures<TAction>(this TAction tracked)
        where TAction : TrackedAction
    {
        Reached(tracked);
        return Expect(tracked, tracked.Failures.Count == 0, () => $"These messages failed:\n{Lines(tracked.Failures)}");
    }

    /// <summary>No message became a dead letter, and none was left unhandled.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">A message was lost.</exception>
    public static TAction ShouldLoseNothing<TAction>(this TAction tracked)
        where TAction : TrackedAction
    {
        ArgumentNullException.ThrowIfNull(tracked);
        var lost = tracked.Contents.Losses;
        return Expect(tracked, lost.Count == 0, () => $"These messages were lost:\n{Lines(lost)}");
    }

    /// <summary>The action needs at most this number of messages.</summary>
    /// <param name="tracked">The tracked action.</param>
    /// <param name="messages">The number of messages that may be handled.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">The action needs more messages.</exception>
    public static TAction ShouldHandleAtMost<TAction>(this TAction tracked, int messages)
        where TAction : TrackedAction
    {
        Reached(tracked);
        return Expect(tracked, tracked.Messages.Count <= messages,
            () => $"{tracked.Messages.Count} messages were handled, expected are at most {messages}.");
    }

    /// <summary>No handler held its thread for long. The time of a handler that awaits does not count.</summary>
    /// <param name="tracked">The tracked action.</param>
    /// <param name="limit">How long a handler may hold a thread; null for the system's <c>akka.instrumentation.blocking.threshold</c>.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">A handler held its thread for longer.</exception>
    public static TAction ShouldBlockNothing<TAction>(this TAction tracked, TimeSpan? limit = null)
        where TAction : TrackedAction
    {
        Reached(tracked);
        var longest = limit ?? tracked.Contents.Blocking;
        var blocking = tracked.Messages.Where(message => !message.IsAwaited && message.Duration > longest).ToList();
        return Expect(tracked, blocking.Count == 0,
            () => $"These handlers held a thread for longer than {longest.TotalSeconds:0.###} s:\n{Lines(blocking)}");
    }

    /// <summary>
    /// The outline equals that of a file beside the test, <c>{name}.outline.txt</c>. The first run writes the file. So does a run with
    /// the environment variable <c>APPROVE=1</c>. If <c>CI</c> or <c>TF_BUILD</c> is <c>true</c>, as CI services set them, a missing file is a
    /// failure.
    /// </summary>
    /// <param name="tracked">The tracked action.</param>
    /// <param name="name">Name of the file, without folder and extension.</param>
    /// <param name="testFile">Left to the compiler: the file of the test.</param>
    /// <param name="test">Left to the compiler: the name of the test.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="TrackingException">The outlines differ, and the message shows how. Or this run has used the name for another
    /// outline.</exception>
    public static TAction ShouldMatch<TAction>(this TAction tracked, string name,
        [CallerFilePath] string testFile = "", [CallerMemberName] string test = "")
        where TAction : TrackedAction
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Reached(tracked);
        ApprovedOutline.Open(name, testFile).Compare(tracked, test);
        return tracked;
    }

    // A check that no message reaches proves nothing.
    private static void Reached(TrackedAction tracked)
    {
        ArgumentNullException.ThrowIfNull(tracked);
        Expect(tracked, tracked.Messages.Count > 0, () =>
            "The action has caused no message with a span. Was one sent to a top-level actor that was made inside the action? "
            + "Akka keeps such a message until the actor has started, and enqueues it outside of any trace.");
    }

    private static TAction Expect<TAction>(TAction tracked, bool holds, Func<string> problem)
        where TAction : TrackedAction => holds ? tracked : throw new TrackingException(problem(), tracked);

    private static string Lines(IEnumerable<object> all) => string.Join('\n', all.Take(20).Select(one => $"  {one}"));
}
