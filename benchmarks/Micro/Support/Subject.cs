using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An actor system with an idle actor, and queues as its mailbox would have them, for a benchmark to work on directly.</summary>
internal sealed class Subject : IDisposable
{
    private readonly ActorSystem _system;

    public Subject(string settings = "")
    {
        var config = ConfigurationFactory.ParseString($"akka {{ stdout-loglevel = OFF, loglevel = ERROR }}\nakka.instrumentation.tracing.sampling.ratio = 1\n{settings}");
        _system = ActorSystem.Create("micro", AkkaInstrumentationConfig.Defaults.WithFallback(config));
        Actor = Start();
    }

    public IActorRef Actor { get; }

    public AkkaInstrumentationExtension Instrumentation => AkkaInstrumentationExtension.For(_system);

    public MailboxRecorder Recorder() =>
        ((RecordedQueue)Queue(MailboxKind.All.Single(kind => kind is { Kind: "unbounded", Ours: true }))).Recorder;

    /// <summary>A queue of either side; ours knows its actor, as if it had started, and whether anybody listens.</summary>
    public IMessageQueue Queue(MailboxKind kind)
    {
        var queue = kind.Queue(Actor, _system);
        if (queue is RecordedQueue { Recorder: var recorder })
        {
            recorder.Attach(CellOf(Actor));
            if (!Listeners.AreThere)
            {
                // as when the mailbox is scheduled
                recorder.RunnableFor(CellOf(Actor).Mailbox!);
            }
        }

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
