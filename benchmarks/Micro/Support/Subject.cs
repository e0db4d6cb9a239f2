using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An actor system with an idle actor, and queues as its mailbox would have them, for a benchmark to work on directly.</summary>
internal sealed class Subject : IDisposable
{
    private readonly ActorSystem _system = ActorSystem.Create(
        "micro",
        InstrumentationConfig.Defaults.WithFallback(ConfigurationFactory.ParseString("akka { stdout-loglevel = OFF, loglevel = ERROR }")));

    public Subject() => Actor = Start();

    public IActorRef Actor { get; }

    public IMessageQueue Unbounded() => Queue(MailboxKind.All.Single(kind => kind.Name == "unbounded"), ours: true);

    public IMessageQueue Deque() => Queue(MailboxKind.All.Single(kind => kind.Name == "deque"), ours: true);

    /// <summary>A queue of either side; ours knows its actor, as if it had started.</summary>
    public IMessageQueue Queue(MailboxKind kind, bool ours)
    {
        var queue = kind.Queue(ours, Actor, _system);
        (queue as IRecordedQueue)?.Recorder.Attach(CellOf(Actor));
        return queue;
    }

    public void Dispose()
    {
        _system.Terminate().Wait();
        _system.Dispose();
    }

    private IActorRef Start()
    {
        var actor = _system.ActorOf(Props.Create(() => new Idle()));
        actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(30)).Wait();
        return actor;
    }

    private static ActorCell CellOf(IActorRef actor) => (ActorCell)((ActorRefWithCell)actor).Underlying;

    private sealed class Idle : UntypedActor
    {
        protected override void OnReceive(object message)
        {
        }
    }
}
