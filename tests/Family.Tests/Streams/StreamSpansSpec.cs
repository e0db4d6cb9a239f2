using Akka.Hosting;
using Akka.Streams;
using Akka.Streams.Dsl;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>OpenTelemetry collects the spans of Akka.Streams beside those of actors.</summary>
[Collection("Listens to Akka.Streams")]
public sealed class StreamSpansSpec
{
    private const string AkkasSource = "Akka.Streams";

    [Fact]
    public async Task What_goes_into_a_stream_through_it_and_out_of_it_is_one_trace()
    {
        var (sdk, trace) = await Play();

        var spans = sdk.SpansOf(trace);
        Assert.Equal(["/user/in", "/user/out", "/user/through"], spans.Select(Path).OfType<string>().Order(StringComparer.Ordinal));
        var stages = spans.Where(span => span.Source.Name == AkkasSource).ToList();
        Assert.NotEmpty(stages);

        // from one actor to the next through the stages
        var byId = spans.ToDictionary(span => span.SpanId);
        Assert.Contains(Above(spans.Single(span => Path(span) == "/user/through")), stages.Contains);
        Assert.Contains(Above(spans.Single(span => Path(span) == "/user/out")), span => Path(span) == "/user/in");

        IEnumerable<Activity> Above(Activity span)
        {
            while (byId.TryGetValue(span.ParentSpanId, out span!))
            {
                yield return span;
            }
        }
    }

    private static string? Path(Activity span) => span.GetTagItem(AkkaSpanAttributes.ActorPath) as string;

    // An actor offers an element, a stage asks another one, and a third gets the answer.
    private static async Task<(SdkRecorder Sdk, ActivityTraceId Trace)> Play()
    {
        var sdk = new SdkRecorder();
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddAkka("streams", akka => akka
            .AddHocon(Systems.Quiet.WithFallback(Systems.WithoutAskSpans), HoconAddMode.Append).WithInstrumentation());
        builder.Services.AddOpenTelemetry().WithTracing(tracing => tracing.AddAkkaInstrumentation().AddSource(AkkasSource));
        sdk.Join(builder.Services);
        using var host = builder.Build();
        await host.StartAsync();
        var system = host.Services.GetRequiredService<ActorSystem>();

        var through = system.ActorOf(Props.Create(() => new Forwarder(null)), "through");
        var end = system.ActorOf(Props.Create(() => new Forwarder(null)), "out");
        var queue = Source.Queue<Element>(10, OverflowStrategy.Backpressure)
            .Select(element => element)
            .Ask<Element>(through, TimeSpan.FromSeconds(20), 1)
            .To(Sink.ActorRef<Element>(end, "end", e => e))
            .Run(system.Materializer());
        var begin = system.ActorOf(Props.Create(() => new Forwarder(queue)), "in");

        // a message to an actor that has not started yet begins a trace
        await Task.WhenAll(new[] { begin, through, end }.Select(actor => actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(20))));
        using (var root = Recorded.Root())
        {
            begin.Tell(new Element(), ActorRefs.NoSender);
            await Eventually.True(() => sdk.Spans.Any(span => Path(span) == "/user/out"));
            await host.StopAsync();
            return (sdk, root.TraceId);
        }
    }

    private sealed record Element;

    private sealed class Forwarder : ReceiveActor
    {
        public Forwarder(ISourceQueue<Element>? queue) => ReceiveAsync<Element>(async element =>
        {
            if (queue is null)
            {
                Sender.Tell(element);
            }
            else
            {
                await queue.OfferAsync(element);
            }
        });
    }
}
