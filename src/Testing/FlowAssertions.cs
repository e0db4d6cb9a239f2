using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Expectations of a flow. Each returns the flow, so that they can be chained, and throws a <see cref="FlowException"/> with the flow as text.
/// </summary>
public static class FlowAssertions
{
    /// <summary>All spans belong to one trace.</summary>
    /// <typeparam name="TFlow">The flow's type.</typeparam>
    /// <param name="flow">The flow.</param>
    /// <returns>The flow.</returns>
    /// <exception cref="FlowException">There are several traces, or none.</exception>
    public static TFlow ShouldBeOneTrace<TFlow>(this TFlow flow)
        where TFlow : MessageFlow
    {
        Reached(flow);
        return Expect(flow, flow.TraceCount == 1, () => $"The flow is {flow.TraceCount} traces, expected is one.");
    }

    /// <summary>
    /// The flow passes these actors in this order. Others may come between them. An actor that works at the same time as another one may begin earlier or
    /// later: expect only an order that one of them causes.
    /// </summary>
    /// <param name="flow">The flow.</param>
    /// <param name="actors">Types, <c>OrderActor</c>, or paths, <c>/user/orders</c>.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">It does not.</exception>
    public static TFlow ShouldPass<TFlow>(this TFlow flow, params string[] actors)
        where TFlow : MessageFlow
    {
        ArgumentNullException.ThrowIfNull(actors);
        Reached(flow);
        var next = 0;
        foreach (var actor in actors)
        {
            while (next < flow.Messages.Count && !flow.Messages[next].IsAt(actor))
            {
                next++;
            }

            var known = flow.At(actor).Count > 0 ? "only earlier" : "not at all";
            Expect(flow, next++ < flow.Messages.Count, () => $"The flow should pass {string.Join(", ", actors)}. It reaches {actor} {known}.");
        }

        return flow;
    }

    /// <summary>Each span's parent is part of the flow, so that a trace shows it in its place.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">A span has another parent.</exception>
    public static TFlow ShouldHaveNoOrphans<TFlow>(this TFlow flow)
        where TFlow : MessageFlow
    {
        Reached(flow);
        var orphans = flow.Steps.Where(step => step.IsOrphan).ToList();
        return Expect(flow, orphans.Count == 0, () => $"The parents of these spans are not part of the flow:\n{Lines(orphans)}");
    }

    /// <summary>No handler has thrown.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">One has.</exception>
    public static TFlow ShouldHaveNoFailures<TFlow>(this TFlow flow)
        where TFlow : MessageFlow
    {
        Reached(flow);
        return Expect(flow, flow.Failures.Count == 0, () => $"These messages failed:\n{Lines(flow.Failures)}");
    }

    /// <summary>No message became a dead letter, and none was left unhandled.</summary>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">One was lost.</exception>
    public static TFlow ShouldLoseNothing<TFlow>(this TFlow flow)
        where TFlow : MessageFlow
    {
        ArgumentNullException.ThrowIfNull(flow);
        var lost = flow.Contents.Losses;
        return Expect(flow, lost.Count == 0, () => $"These messages were lost:\n{Lines(lost)}");
    }

    /// <summary>The flow needs at most so many messages.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="messages">The number of messages that may be handled.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">It needs more.</exception>
    public static TFlow ShouldHandleAtMost<TFlow>(this TFlow flow, int messages)
        where TFlow : MessageFlow
    {
        Reached(flow);
        return Expect(flow, flow.Messages.Count <= messages, () => $"{flow.Messages.Count} messages were handled, expected are at most {messages}.");
    }

    /// <summary>No handler held its thread for long. The time of a handler that awaits does not count.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="limit">How long a handler may hold a thread; null for the system's <c>akka.instrumentation.blocking.threshold</c>.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">One did.</exception>
    public static TFlow ShouldBlockNothing<TFlow>(this TFlow flow, TimeSpan? limit = null)
        where TFlow : MessageFlow
    {
        Reached(flow);
        var longest = limit ?? flow.Contents.Blocking;
        var blocking = flow.Messages.Where(message => !message.Awaited && message.Duration > longest).ToList();
        return Expect(flow, blocking.Count == 0, () => $"These handlers held a thread for longer than {longest.TotalSeconds:0.###} s:\n{Lines(blocking)}");
    }

    /// <summary>
    /// The flow's outline is that of a file beside the test, <c>{name}.flow.txt</c>. The first run writes the file. So does a run with the environment variable
    /// <c>APPROVE=1</c>. Where <c>CI</c> or <c>TF_BUILD</c> is <c>true</c>, as CI services set them, a missing file is a failure.
    /// </summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Name of the file, without folder and extension.</param>
    /// <param name="testFile">Left to the compiler: the file of the test.</param>
    /// <param name="test">Left to the compiler: the name of the test.</param>
    /// <inheritdoc cref="ShouldBeOneTrace"/>
    /// <exception cref="FlowException">They differ, and the message shows how. Or this run has used the name for another flow.</exception>
    public static TFlow ShouldMatch<TFlow>(this TFlow flow, string name, [CallerFilePath] string testFile = "", [CallerMemberName] string test = "")
        where TFlow : MessageFlow
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Reached(flow);
        ApprovedFlow.Open(name, testFile).Compare(flow, test);
        return flow;
    }

    // What holds of an empty flow proves nothing.
    private static void Reached(MessageFlow flow)
    {
        ArgumentNullException.ThrowIfNull(flow);
        Expect(flow, flow.Messages.Count > 0, () =>
            "The flow has no message with a span. Was it sent to a top-level actor that was made inside the action? "
            + "Akka keeps such a message until the actor has started, and enqueues it outside of any trace.");
    }

    private static TFlow Expect<TFlow>(TFlow flow, bool holds, Func<string> problem)
        where TFlow : MessageFlow => holds ? flow : throw new FlowException(problem(), flow);

    private static string Lines(IEnumerable<object> all) => string.Join('\n', all.Take(20).Select(one => $"  {one}"));
}
