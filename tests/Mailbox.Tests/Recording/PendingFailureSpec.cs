namespace AkkaInstrumentation.Tests.Recording;

/// <summary>The end of a failed message and the supervisor's decision at once.</summary>
public class PendingFailureSpec
{
    private static readonly Exception Cause = new TimeoutException();
    private static readonly AsyncLocal<object?> Flowing = new();

    [Theory]
    [InlineData(Directives.Stop)]
    [InlineData(Directives.Restart)]
    public async Task However_they_race_the_span_is_stopped_once(string directive)
    {
        const int Rounds = 20_000;
        using var source = new Spans();
        var spans = Enumerable.Range(0, Rounds).Select(_ => source.Start()).ToArray();
        var failures = spans.Select(_ => new PendingFailure(Cause, count: null)).ToArray();
        using var together = new Barrier(2);

        await Task.WhenAll(
            Task.Factory.StartNew(() => Each((failure, span) => failure.Ended(span)), TaskCreationOptions.LongRunning),
            Task.Factory.StartNew(() => Each((failure, _) => Decide(failure)), TaskCreationOptions.LongRunning));

        Assert.Equal(Rounds, source.Stopped);
        Assert.All(spans, span => Assert.Equal(directive, span.GetTagItem(AkkaSpanAttributes.SupervisionDirective)));

        void Decide(PendingFailure failure)
        {
            failure.Decided(directive);
            failure.Restarted();
        }

        void Each(Action<PendingFailure, Activity> act)
        {
            for (var i = 0; i < Rounds; i++)
            {
                if (i % 100 == 0)
                {
                    together.SignalAndWait();
                }

                act(failures[i], spans[i]);
            }
        }
    }

    [Fact]
    public void What_is_current_where_the_decision_comes_stays_current_even_if_it_has_stopped()
    {
        using var source = new Spans();
        var span = source.Start();
        var failure = new PendingFailure(Cause, count: null);
        failure.Ended(span);
        Activity.Current = null;
        using var supervisors = new Activity("supervisor's").Start();

        failure.Decided(Directives.Resume);

        Assert.Same(supervisors, Activity.Current);
        supervisors.Stop();
        Assert.Null(Activity.Current);
    }

    /// <summary>A supervisor that takes its time, or never decides, keeps nothing of the failed handler.</summary>
    [Fact]
    public void What_flowed_in_the_failed_handler_is_not_kept_until_the_supervisor_decides()
    {
        using var source = new Spans();
        var failure = new PendingFailure(Cause, count: null);

        var flowed = EndIn(failure, source);
        GC.Collect();

        Assert.False(flowed.IsAlive);
        failure.Decided(Directives.Restart);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference EndIn(PendingFailure failure, Spans source)
        {
            var value = new object();
            ExecutionContext.Run(
                HandlerContext.Empty,
                _ =>
                {
                    Flowing.Value = value;
                    failure.Ended(source.Start());
                },
                state: null);
            return new WeakReference(value);
        }
    }

    private sealed class Spans : IDisposable
    {
        private readonly ActivitySource _source = new(Guid.NewGuid().ToString());
        private readonly ActivityListener _listener;
        private int _stopped;

        public Spans()
        {
            _listener = new ActivityListener
            {
                ShouldListenTo = source => source.Name == _source.Name,
                Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
                ActivityStopped = _ => Interlocked.Increment(ref _stopped),
            };
            ActivitySource.AddActivityListener(_listener);
        }

        public int Stopped => _stopped;

        public Activity Start()
        {
            var span = _source.StartActivity("span", ActivityKind.Internal, default(ActivityContext))!;
            Activity.Current = null;
            return span;
        }

        public void Dispose()
        {
            _listener.Dispose();
            _source.Dispose();
        }
    }
}
