using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Web requests. The web framework samples one in a hundred, and every request has a current activity. A request asks the first of five actors, each
/// works for two microseconds, two of them await, and the last one answers.
/// </summary>
internal sealed class WebRequests : IWorkload
{
    private const int Hops = 5;
    private const int Clients = 8;
    private const int SampledOneIn = 100;

    private static readonly long Work = Stopwatch.Frequency / 500_000;

    private IActorRef _first = ActorRefs.Nobody;

    public string Name => "app";

    public string What => $"web requests, 1 % of them sampled; each passes {Hops} actors that work for 2 µs, of which 2 await";

    public int Messages => 250_000;

    /// <summary>The web framework decides which requests are sampled, so states that differ in their own head sampling would be the same here.</summary>
    public IReadOnlyList<string> States =>
        ["idle", "metrics", "hand-metrics", "both-1pct", "hand-both-1pct", "hand-both-1pct-same", "hand-both-1pct-kept"];

    public Task Start(ActorSystem system)
    {
        for (var i = 0; i < Hops; i++)
        {
            var next = _first;
            var awaits = i % 2 == 1;
            _first = system.ActorOf(Props.Create(() => new Step(next, awaits)), $"step-{Hops - i}");
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var requests = messages / Hops / Clients;
        await Task.WhenAll(Enumerable.Range(0, Clients).Select(_ => Task.Run(() => Ask(requests))));
        return (long)requests * Clients * Hops;
    }

    private async Task Ask(int requests)
    {
        for (var i = 0; i < requests; i++)
        {
            // what a web framework does in every state: the request's activity is current, sampled or not
            using var request = new Activity("request").SetIdFormat(ActivityIdFormat.W3C);
            request.ActivityTraceFlags = i % SampledOneIn == 0 ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None;
            request.Start();
            await _first.Ask<object>(WorkActor.Packed(new Request()), TimeSpan.FromMinutes(1));
        }
    }

    private static void DoWork()
    {
        var until = Stopwatch.GetTimestamp() + Work;
        while (Stopwatch.GetTimestamp() < until)
        {
        }
    }

    private sealed class Request;

    private sealed class Step(IActorRef next, bool awaits) : WorkActor
    {
        protected override bool Awaits => awaits;

        protected override void Handle(object message)
        {
            DoWork();
            if (next.IsNobody())
            {
                Sender.Tell(message);
            }
            else
            {
                Send(next, message, Sender);
            }
        }
    }
}
