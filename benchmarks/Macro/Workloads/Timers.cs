using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Scheduled messages to one actor, spread over a tenth of a second.</summary>
internal sealed class Timers(bool isWatched) : IWorkload
{
    private static readonly object Tick = new();

    private readonly Done _done = new();
    private IActorRef _actor = ActorRefs.Nobody;
    private IScheduler? _scheduler;

    public string Name => isWatched ? "timers-watched" : "timers";

    public string What => isWatched ? "the same with the InstrumentedScheduler" : "scheduled messages to one actor, by Akka's scheduler";

    public int Messages => 100_000;

    public string Hocon => isWatched
        ? "akka.scheduler.implementation = \"AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher\"" : "";

    public IReadOnlyList<string> States => ["metrics"];

    public Task Start(ActorSystem system)
    {
        _scheduler = system.Scheduler;
        _actor = system.ActorOf(Props.Create(() => new Clock(_done)), "clock");
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var done = _done.Expect(messages);
        for (var i = 0; i < messages; i++)
        {
            _scheduler!.ScheduleTellOnce(TimeSpan.FromMilliseconds(i % 100), _actor, WorkActor.Packed(Tick), ActorRefs.NoSender);
        }

        await done;
        return messages;
    }

    private sealed class Clock(Done done) : WorkActor
    {
        protected override void Handle(object message) => done.Part();
    }
}
