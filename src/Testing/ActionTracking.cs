namespace AkkaInstrumentation;

/// <summary>An action of several steps, while it is being tracked. Any thread.</summary>
public sealed class ActionTracking
{
    private readonly ActionRecorder _recorder;
    private readonly TrackingLimit _time;

    internal ActionTracking(ActionRecorder recorder, TrackingLimit time) => (_recorder, _time) = (recorder, time);

    /// <summary>
    /// Waits until everything that was caused so far has been handled. Call it before you advance the clock of a test scheduler, so that all timers
    /// have been scheduled.
    /// </summary>
    /// <returns>A task that ends then.</returns>
    /// <exception cref="TrackingException">Time is up.</exception>
    /// <exception cref="OperationCanceledException">The token of the tracking was cancelled.</exception>
    public async Task WaitUntilSettledAsync()
    {
        if (!await _recorder.Settled(-1, _time.Up).ConfigureAwait(false))
        {
            throw Unfinished("What the action has caused has not finished");
        }
    }

    /// <summary>
    /// Waits until the effects of the action are as you expect. The condition is checked whenever everything has been handled, and when a dead letter
    /// or a log line comes after that. Use it for work that no mailbox knows of: a task whose result comes by <c>PipeTo</c>, or another node. A
    /// timer's message is seen only with the <c>InstrumentedScheduler</c>.
    /// </summary>
    /// <param name="condition">Checks the effects so far. It is never called by two threads at once.</param>
    /// <returns>A task that ends then.</returns>
    /// <exception cref="TrackingException">Time is up.</exception>
    /// <exception cref="OperationCanceledException">The token of the tracking was cancelled.</exception>
    public async Task WaitUntilAsync(Func<TrackedAction, bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        for (var seen = -1L; await _recorder.Settled(seen, _time.Up).ConfigureAwait(false);)
        {
            (var tracked, seen) = _recorder.Snapshot();
            if (condition(tracked))
            {
                return;
            }
        }

        throw Unfinished("What the action has caused is not as expected");
    }

    internal TrackingException Unfinished(string what)
    {
        _time.ThrowIfCancelled();
        var tracked = _recorder.Snapshot().Tracked;
        if (_recorder.IsTooLarge)
        {
            var most = tracked.Messages.GroupBy(message => (message.ActorType, message.ActorPath,
                message.MessageType)).MaxBy(group => group.Count())?.Key;
            return new TrackingException(
                $"The action causes more than {ActionRecorder.MaxMessages} messages. "
                    + $"Most are {most?.MessageType} at {most?.ActorType} ({most?.ActorPath}).",
                    tracked);
        }

        var pending = _recorder.PendingText();
        var why = _time.HasSystemEnded ? $"{what}, and the actor system has ended." : $"{what} within {_time.Limit.TotalSeconds:0.###} s.";
        return new TrackingException(pending.Length == 0 ? why : $"{why} Still going on:\n{pending}", tracked);
    }
}
