namespace AkkaInstrumentation;

/// <summary>A flow while it is tracked, for actions of several steps. Any thread.</summary>
public sealed class FlowTracking
{
    private readonly FlowRecorder _recorder;
    private readonly FlowLimit _time;

    internal FlowTracking(FlowRecorder recorder, FlowLimit time) => (_recorder, _time) = (recorder, time);

    /// <summary>
    /// Waits until everything that was caused so far has been handled. Call it before the clock of a test scheduler is advanced, so that what is to be
    /// scheduled has been scheduled.
    /// </summary>
    /// <returns>A task that ends then.</returns>
    /// <exception cref="FlowException">Time is up.</exception>
    public async Task Settled()
    {
        if (!await _recorder.Settled(-1, _time.Up).ConfigureAwait(false))
        {
            throw Unfinished("The flow has not finished");
        }
    }

    /// <summary>
    /// Waits until the flow is as you expect. The condition is asked whenever everything has been handled, and when a dead letter or a log line comes after that.
    /// It waits for work that no mailbox knows of: a task whose result comes by <c>PipeTo</c>, or another node. It sees a timer's message only with the
    /// <c>InstrumentedScheduler</c>.
    /// </summary>
    /// <param name="condition">Looks at the flow so far. It is not called by two threads at once.</param>
    /// <returns>A task that ends then.</returns>
    /// <exception cref="FlowException">Time is up.</exception>
    public async Task Until(Func<MessageFlow, bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        for (var seen = -1L; await _recorder.Settled(seen, _time.Up).ConfigureAwait(false);)
        {
            (var flow, seen) = _recorder.Snapshot();
            if (condition(flow))
            {
                return;
            }
        }

        throw Unfinished("The flow is not as expected");
    }

    internal FlowException Unfinished(string what)
    {
        var flow = _recorder.Snapshot().Flow;
        if (_recorder.IsTooLarge)
        {
            var most = flow.Messages.GroupBy(message => (message.Actor, message.Path, message.Message)).MaxBy(group => group.Count())?.Key;
            return new FlowException(
                $"The flow is larger than {FlowRecorder.MaxMessages} messages. Most are {most?.Message} at {most?.Actor} ({most?.Path}).", flow);
        }

        var pending = _recorder.PendingText();
        var why = _time.HasSystemEnded ? $"{what}, and the actor system has ended." : $"{what} within {_time.Limit.TotalSeconds:0.###} s.";
        return new FlowException(pending.Length == 0 ? why : $"{why} Still going on:\n{pending}", flow);
    }
}
