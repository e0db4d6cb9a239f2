using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Items that pass three actors. The second one calls a client, which starts an activity of its own around the call, as HTTP and SQL clients do. The
/// SDK listens to the client where it listens at all.
/// </summary>
internal sealed class ClientCalls : IWorkload
{
    /// <summary>The client's source.</summary>
    public const string SourceName = "Benchmarks.Client";

    private const int Hops = 3;

    private static readonly ActivitySource Client = new(SourceName);

    private readonly Done _done = new();
    private IActorRef _first = ActorRefs.Nobody;

    public string Name => "client-calls";

    public string What => $"items that pass {Hops} actors, one trace each; the second calls a client that starts an activity";

    public int Messages => 600_000;

    /// <summary>In the others without spans nothing is collected of the client, and in those with all spans the client's are the same.</summary>
    public IReadOnlyList<string> States =>
        ["idle", "metrics", "hand-metrics", "both-1pct", "hand-both-1pct", "hand-both-1pct-same", "hand-both-1pct-kept", "both-budget", "hand-both-budget"];

    public Task Start(ActorSystem system)
    {
        for (var hop = Hops; hop > 0; hop--)
        {
            var next = _first;
            var calls = hop == 2;
            _first = system.ActorOf(Props.Create(() => new Hop(next, calls, _done)), $"hop-{hop}");
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var items = messages / Hops;
        var done = _done.Expect(items);
        for (var i = 0; i < items; i++)
        {
            _first.Tell(WorkActor.Packed(new Item()), ActorRefs.NoSender);
        }

        await done;
        return (long)items * Hops;
    }

    // What a client does around a request: it asks for an activity, describes the request if that is recorded, and stops it.
    private static void Call()
    {
        using var call = Client.StartActivity("GET", ActivityKind.Client);
        if (call is { IsAllDataRequested: true })
        {
            call.SetTag("http.request.method", "GET");
            call.SetTag("server.address", "stock.example");
        }
    }

    private sealed class Item;

    private sealed class Hop(IActorRef next, bool calls, Done done) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (calls)
            {
                Call();
            }

            if (next.IsNobody())
            {
                done.Part();
            }
            else
            {
                Send(next, message, Self);
            }
        }
    }
}
