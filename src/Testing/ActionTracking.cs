namespace AkkaInstrumentation;

/// <summary>An action of several steps while it is tracked. Any thread.</summary>
public sealed class ActionTracking
{
    private readonly ActionRecorder _recorder;
    private readonly TrackingLimit _time;

    internal ActionTracking(ActionRecorder recorder, TrackingLimit time) => (_recorder, _time) = (recorder, time);

    /// <summary>
    /// Waits until everything that was caused so far has been handled. Call it before the clock of a test scheduler is advanced, so that what is
    /// to be scheduled has been scheduled.
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
    /// Waits until what the action has caused is as you expect. The condition is asked whenever everything has been handled, and when a dead
    /// letter or a log line comes after that. It waits for work that no mailbox knows of: a task whose result comes by <c>PipeTo</c>, or another
    /// node. It sees a timer's message only with the <c>InstrumentedScheduler</c>.
    /// </summary>
    /// <param name="condition">Looks at what has happened so far. It is not called by two threads at once.</param>
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
