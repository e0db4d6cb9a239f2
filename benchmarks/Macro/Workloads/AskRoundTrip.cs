using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Question and answer: a few askers at a time wait for an echo.</summary>
internal sealed class AskRoundTrip : IWorkload
{
    private const int Askers = 8;

    private readonly object _question = new();
    private IActorRef _echo = ActorRefs.Nobody;

    public string Name => "ask";

    public string What => $"{Askers} askers, each asks again when it has its answer";

    public int Messages => 100_000;

    public Task Start(ActorSystem system)
    {
        _echo = system.ActorOf(Props.Create(() => new Echo()), "echo");
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var questions = messages / Askers;
        await Task.WhenAll(Enumerable.Range(0, Askers).Select(_ => Task.Run(() => Ask(questions))));
        return (long)questions * Askers;
    }

    private async Task Ask(int questions)
    {
        for (var i = 0; i < questions; i++)
        {
            await _echo.Ask<object>(WorkActor.Packed(_question), TimeSpan.FromMinutes(1));
        }
    }

    private sealed class Echo : WorkActor
    {
        protected override void Handle(object message) => Sender.Tell(message);
    }
}
