using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// For continuity with published figures: one actor gets an object, an int and a string in turn as fast as one sender
/// can, and an Ask ends it. The sender is quicker than the actor, so a backlog builds up.
/// </summary>
internal sealed class Tell3M : IWorkload
{
    private const int PerBurst = 300;
    private const string Text = "a string";

    private readonly Payload _object = new();
    private IActorRef _actor = ActorRefs.Nobody;

    public string Name => "tell-3m";

    public string What => "one actor, 1,000,000 times an object, an int and a string, ended by an Ask";

    public int Messages => 3_000_000;

    public Task Start(ActorSystem system)
    {
        _actor = system.ActorOf(Props.Create(() => new Counter()), "counter");
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        for (var sent = 0; sent < messages; sent += PerBurst)
        {
            Burst(sent);
        }

        var handled = await _actor.Ask<int>(WorkActor.Packed(Total.Question), TimeSpan.FromMinutes(5));
        return handled >= messages
            ? handled
            : throw new InvalidOperationException($"{messages - handled} messages were lost");
    }

    // a method of its own: it is called often enough for the JIT to optimise it with the profile of its calls
    private void Burst(int first)
    {
        for (var i = first; i < first + PerBurst; i += 3)
        {
            _actor.Tell(WorkActor.Packed(_object), ActorRefs.NoSender);
            _actor.Tell(WorkActor.Packed(i), ActorRefs.NoSender);
            _actor.Tell(WorkActor.Packed(Text), ActorRefs.NoSender);
        }
    }

    private sealed class Payload;

    private sealed class Total
    {
        public static readonly Total Question = new();
    }

    private sealed class Counter : WorkActor
    {
        private int _objects;
        private int _ints;
        private int _strings;

        protected override void Handle(object message)
        {
            switch (message)
            {
                case Payload:
                    _objects++;
                    break;
                case int:
                    _ints++;
                    break;
                case string:
                    _strings++;
                    break;
                case Total:
                    Sender.Tell(_objects + _ints + _strings);
                    _objects = _ints = _strings = 0;
                    break;
            }
        }
    }
}
