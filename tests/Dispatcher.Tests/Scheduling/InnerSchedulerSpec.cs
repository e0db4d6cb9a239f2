namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>A scheduler inside the instrumented one is made as Akka makes its scheduler, or the system does not start.</summary>
[Collection(Alone.Name)]
public sealed class InnerSchedulerSpec
{
    [Theory]
    [InlineData(typeof(OfOneArgument))]
    [InlineData(typeof(NotPublic))]
    [InlineData(typeof(NotMade))]
    public async Task An_inner_scheduler_that_Akka_could_not_make_either_stops_the_system_from_starting(Type inner)
    {
        var name = $"scheduler-{Guid.NewGuid():N}";
        var hocon = $"akka.scheduler.inner = \"{inner.AssemblyQualifiedName}\"";
        var error = Record.Exception(() => Systems.Named(name, $"{InstrumentedSchedulerSpec.Scheduler}\n{hocon}"));
        while (error is TargetInvocationException { InnerException: { } thrown })
        {
            error = thrown;
        }

        Assert.Contains(
            $"akka.scheduler.inner = {inner.AssemblyQualifiedName}, "
                + "allowed is the type of a scheduler with a public constructor (Config, ILoggingAdapter)",
            Assert.IsType<ConfigurationException>(error).Message, StringComparison.Ordinal);
        Assert.NotNull(Record.Exception(() => Systems.Plain($"akka.scheduler.implementation = \"{inner.AssemblyQualifiedName}\"")));

        // nothing of it is left
        using var metrics = new MetricRecorder(name, _ => true);
        Assert.Empty(metrics.Poll());
        await using var again = Systems.Named(name, InstrumentedSchedulerSpec.Scheduler);
        Assert.Equal(1, await again.ActorOf(Echo.Props).Ask<int>(1, TimeSpan.FromSeconds(20)));
    }

    private sealed class OfOneArgument(Config scheduler) : Never(scheduler, NoLogger.Instance);

    private sealed class NotPublic : Never
    {
        internal NotPublic(Config scheduler, ILoggingAdapter log)
            : base(scheduler, log)
        {
        }
    }

    private abstract class NotMade(Config scheduler, ILoggingAdapter log) : Never(scheduler, log);

    // Does nothing.
    private abstract class Never(Config scheduler, ILoggingAdapter log) : SchedulerBase(scheduler, log)
    {
        public override TimeSpan MonotonicClock => TimeSpan.Zero;

        public override TimeSpan HighResMonotonicClock => TimeSpan.Zero;

        protected override DateTimeOffset TimeNow => DateTimeOffset.UnixEpoch;

        protected override void InternalScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable)
        {
        }

        protected override void InternalScheduleTellRepeatedly(
            TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable)
        {
        }

        protected override void InternalScheduleOnce(TimeSpan delay, Action action, ICancelable cancelable)
        {
        }

        protected override void InternalScheduleOnce(TimeSpan delay, IRunnable action, ICancelable cancelable)
        {
        }

        protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, Action action, ICancelable cancelable)
        {
        }

        protected override void InternalScheduleRepeatedly(TimeSpan initialDelay, TimeSpan interval, IRunnable action, ICancelable cancelable)
        {
        }
    }
}
