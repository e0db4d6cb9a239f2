using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An actor system whose one actor, and its supervisor, are run by the benchmark's thread.</summary>
internal sealed class Stage : IDisposable
{
    private readonly ActorSystem _system;

    public Stage(Life life)
    {
        var dispatcher = life.Installed ? "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher" : "Dispatcher";
        var config = ConfigurationFactory.ParseString(
            $$"""
            akka { stdout-loglevel = OFF, loglevel = OFF }
            {{(life.Installed ? $"akka.instrumentation {{ {life.Settings} }}" : "")}}
            here { type = "{{dispatcher}}", executor = "{{OnThisThread.TypeName}}", throughput = 100 }
            """);
        _system = ActorSystem.Create("micro", life.Installed ? AkkaInstrumentationConfig.Defaults.WithFallback(config) : config);
        var supervisor = new Supervisor.Births();
        _system.ActorOf(Props.Create(() => new Supervisor(life.Handling, supervisor)).WithDispatcher("here"));
        OnThisThread.WorkUntil(() => supervisor.Child is not null);
        OnThisThread.Work();
        Actor = supervisor.Child!;
        Sender = _system.ActorOf(Props.Create(() => new Idle()));
    }

    public IActorRef Actor { get; }

    public IActorRef Sender { get; }

    public void Dispose()
    {
        var end = _system.Terminate();
        OnThisThread.WorkUntil(() => end.IsCompleted);
        _system.Dispose();
    }

    private static Props PropsOf(Handling handling) => handling switch
    {
        Handling.Sending => Props.Create(() => new Sending()),
        Handling.Failing => Props.Create(() => new Failing()),
        Handling.Awaiting => Props.Create(() => new Awaiting()),
        Handling.AwaitingInside => Props.Create(() => new AwaitingInside()),
        _ => Props.Create(() => new Idle()),
    };

    private sealed class Supervisor(Handling handling, Supervisor.Births births) : UntypedActor
    {
        protected override void PreStart() => births.Child = Context.ActorOf(PropsOf(handling).WithDispatcher("here"));

        protected override SupervisorStrategy SupervisorStrategy() => new OneForOneStrategy(_ => Directive.Resume);

        protected override void OnReceive(object message)
        {
        }

        internal sealed class Births
        {
            public volatile IActorRef? Child;
        }
    }

    private sealed class Idle : UntypedActor
    {
        protected override void OnReceive(object message)
        {
        }
    }

    private sealed class Sending : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (((Message)message).Next is { } next)
            {
                Self.Tell(next, ActorRefs.NoSender);
            }
        }
    }

    private sealed class Failing : UntypedActor
    {
        private static readonly InvalidOperationException Failure = new("as asked");

        protected override void OnReceive(object message) => throw Failure;
    }

    private class Awaiting : ReceiveActor
    {
        public Awaiting() => ReceiveAsync<Message>(async metadata => await metadata.Go!.Task);
    }

    private sealed class AwaitingInside : Awaiting
    {
        private static readonly (ExecutionContext Outside, ExecutionContext Inside) Contexts = Captured();

        protected override bool AroundReceive(Receive receive, object message)
        {
            ExecutionContext.Restore(Contexts.Inside);
            try
            {
                return base.AroundReceive(receive, message);
            }
            finally
            {
                ExecutionContext.Restore(Contexts.Outside);
            }
        }

        private static (ExecutionContext Outside, ExecutionContext Inside) Captured()
        {
            var (outside, inside) = (default(ExecutionContext), default(ExecutionContext));
            var thread = new Thread(() =>
            {
                outside = ExecutionContext.Capture();
                using var activity = new Activity("by hand").Start();
                inside = ExecutionContext.Capture();
            });
            thread.UnsafeStart();
            thread.Join();
            return (outside!, inside!);
        }
    }
}

/// <summary>A message.</summary>
internal sealed class Message
{
    public TaskCompletionSource? Go { get; set; }

    /// <summary>What the handler sends.</summary>
    public Message? Next { get; set; }
}
