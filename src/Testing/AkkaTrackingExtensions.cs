using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Tracks everything that an action causes in the actors of a process.</summary>
public static class AkkaTrackingExtensions
{
    /// <summary>
    /// Runs an action, and waits until every message that it has caused has been handled or lost. Tests that run at the same time do not see each
    /// other's messages.
    /// </summary>
    /// <param name="system">The actor system. Messages in other instrumented systems of this process are tracked too.</param>
    /// <param name="action">The action. Its activity is the root of the trace.</param>
    /// <param name="timeout">How long the action and all that follows may take; 10 seconds if null.</param>
    /// <param name="cancellationToken">Ends the waiting, for example the token of xunit's test context. It does not stop the actors.</param>
    /// <returns>The effects of the action.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="TrackingException">
    /// Nothing is instrumented, the action throws, time is up, there are more than 250,000 messages, or the system ends while messages wait. The
    /// exception's message lists the effects so far.
    /// </exception>
    public static Task<TrackedAction> TrackAsync(
        this ActorSystem system, Action action, TimeSpan? timeout = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Run(
            system,
            timeout,
            tracking =>
            {
                action();
                return Task.CompletedTask;
            },
            cancellationToken);
    }

    /// <inheritdoc cref="TrackAsync(ActorSystem, Action, TimeSpan?, CancellationToken)"/>
    public static Task<TrackedAction> TrackAsync(
        this ActorSystem system, Func<Task> action, TimeSpan? timeout = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Run(system, timeout, tracking => action(), cancellationToken);
    }

    /// <summary>The same for an action of several steps, which waits for the effects of each step.</summary>
    /// <inheritdoc cref="TrackAsync(ActorSystem, Action, TimeSpan?, CancellationToken)"/>
    public static Task<TrackedAction> TrackAsync(
        this ActorSystem system, Func<ActionTracking, Task> action, TimeSpan? timeout = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Run(system, timeout, action, cancellationToken);
    }

    /// <summary>The same for an action with a result, such as an <c>Ask</c>.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <inheritdoc cref="TrackAsync(ActorSystem, Action, TimeSpan?, CancellationToken)"/>
    public static async Task<TrackedAction<T>> TrackAsync<T>(
        this ActorSystem system, Func<Task<T>> action, TimeSpan? timeout = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        T result = default!;
        var tracked = await Run(system, timeout, async tracking => result = await action().ConfigureAwait(false), cancellationToken)
            .ConfigureAwait(false);
        return new TrackedAction<T>(tracked, result);
    }

    /// <summary>The same for an action that returns its result directly, such as a probe's <c>ExpectMsg</c>.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <inheritdoc cref="TrackAsync(ActorSystem, Action, TimeSpan?, CancellationToken)"/>
    /// <exception cref="ArgumentException">
    /// The result is a <see cref="ValueTask"/>. Await it in the action: an overload for it would make each <c>async</c> lambda ambiguous.
    /// </exception>
    public static async Task<TrackedAction<T>> TrackAsync<T>(
        this ActorSystem system, Func<T> action, TimeSpan? timeout = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        if (typeof(T) == typeof(ValueTask) || (typeof(T).IsGenericType && typeof(T).GetGenericTypeDefinition() == typeof(ValueTask<>)))
        {
            throw new ArgumentException("The action returns a ValueTask. Await it in the action: TrackAsync(async () => await ...).", nameof(action));
        }

        T result = default!;
        var tracked = await TrackAsync(system, () => { result = action(); }, timeout, cancellationToken).ConfigureAwait(false);
        return new TrackedAction<T>(tracked, result);
    }

    private static async Task<TrackedAction> Run(
        ActorSystem system, TimeSpan? timeout, Func<ActionTracking, Task> action, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(system);
        var instrumentation = TrackedSystem.Get(system);
        using var time = new TrackingLimit(timeout ?? TrackingLimit.Default, system, cancellationToken);
        await TrackedSystem.TopLevelActorsHaveStarted(system, time).ConfigureAwait(false);

        // The test may have an activity of its own. Nothing here is visible to it: this method's context ends with the method.
        Activity.Current = null;
        using var root = new Activity("track").SetIdFormat(ActivityIdFormat.W3C);
        root.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        root.Start();
        using var recorder = new ActionRecorder(root, instrumentation.Settings.BlockingThreshold);
        using var events = new TrackedEvents(system, recorder);
        var tracking = new ActionTracking(recorder, time);
        try
        {
            var running = action(tracking);
            if (await Task.WhenAny(running, time.Up).ConfigureAwait(false) != running)
            {
                throw tracking.Unfinished("The action has not finished");
            }

            await running.ConfigureAwait(false);
        }
        catch (Exception e) when (e is not TrackingException && !cancellationToken.IsCancellationRequested)
        {
            await recorder.Settled(-1, time.Up).ConfigureAwait(false);
            throw new TrackingException($"The action threw {e.GetType().Name}: {e.Message}", recorder.Snapshot().Tracked, e);
        }

        await tracking.WaitUntilSettledAsync().ConfigureAwait(false);
        return recorder.Snapshot().Tracked;
    }
}
