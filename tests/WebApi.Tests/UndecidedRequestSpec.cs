using Akka.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A web application that collects spans of actors and none of ASP.NET. For each request ASP.NET makes an activity that is not recorded, because
/// nobody
/// listens. That is no decision about the trace.
/// </summary>
[Collection(Alone.Name)]
public sealed class UndecidedRequestSpec
{
    private const int Requests = 200;

    public static TheoryData<string, int, int> Samplers => new()
    {
        { "not set", Requests, Requests },
        { "on", Requests, Requests },
        { "parent, on", Requests, Requests },
        { "parent, half", 50, 150 },
        { "half", 50, 150 },
        { "off", 0, 0 },
        { "parent, off", 0, 0 },
        { "ratio of ours", 50, 150 },
    };

    [Theory]
    [MemberData(nameof(Samplers))]
    public async Task Each_request_has_the_spans_that_the_sampler_gives_a_root(string sampler, int least, int most)
    {
        await using var web = await Web.Start(sampler);

        await web.Get(Requests, header: null);

        var traces = web.Spans.GroupBy(span => span.TraceId).ToList();
        Assert.InRange(traces.Count, least, most);
        Assert.All(traces, trace => Assert.Equal(2, trace.Count()));
        Assert.All(traces, trace => Assert.Single(trace, span => span.ParentSpanId == default));
        Assert.All(traces, trace => Assert.Single(trace, span => trace.Any(parent => parent.SpanId == span.ParentSpanId)));

        // a sampler that decides by the id may take another one
        if (sampler != "half")
        {
            Assert.Subset(web.Requested.ToHashSet(), traces.Select(trace => $"{trace.Key}").ToHashSet());
        }
    }

    [Theory]
    [InlineData("ratio of ours")]
    [InlineData("parent, half")]
    [InlineData("half")]
    public async Task Each_message_of_one_request_is_drawn_on_its_own_and_begins_its_span_in_the_trace_of_the_request(string sampler)
    {
        await using var web = await Web.Start(sampler);

        await web.Get(1, header: null, "/many");

        Assert.InRange(web.Spans.Count, 50, 150);
        Assert.All(web.Spans, span => Assert.Equal(default, span.ParentSpanId));
        var traces = web.Spans.Select(span => $"{span.TraceId}").Distinct().ToList();
        if (sampler == "half" && traces.Count > 1)
        {
            // the sampler decides by the id, and has refused that of the request
            Assert.Equal(web.Spans.Count, traces.Count);
            return;
        }

        Assert.Equal(web.Requested.Single(), Assert.Single(traces));
    }

    [Fact]
    public async Task What_is_not_drawn_stays_in_the_trace_of_the_request()
    {
        await using var web = await Web.Start("off");

        await web.Get(20, header: null);

        Assert.Equal(web.Requested.Order(StringComparer.Ordinal), web.Handled.Distinct().Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("00", 0)]
    [InlineData("01", 3)] // with that of the Ask
    public async Task A_caller_that_has_decided_is_followed(string flags, int spans)
    {
        await using var web = await Web.Start("parent, on");

        await web.Get(1, $"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-{flags}");

        Assert.Equal(spans, web.Spans.Count);
        Assert.All(web.Spans, span => Assert.Equal("0af7651916cd43dd8448eb211c80319c", $"{span.TraceId}"));
    }

    [Fact]
    public async Task Where_somebody_collects_the_requests_their_sampler_has_decided()
    {
        await using var web = await Web.Start("parent, half", "Microsoft.AspNetCore");

        await web.Get(Requests, header: null);

        var traces = web.Spans.GroupBy(span => span.TraceId).ToList();
        Assert.InRange(traces.Count, 50, 150);
        Assert.All(traces, trace => Assert.Equal(4, trace.Count()));
    }

    private sealed class Web : IAsyncDisposable
    {
        private readonly WebApplication _app;
        private readonly HttpClient _client;

        private Web(WebApplication app, ConcurrentQueue<Activity> spans, ConcurrentQueue<string> handled)
        {
            (_app, Spans, Handled) = (app, spans, handled);
            var address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
            _client = new HttpClient(new SocketsHttpHandler { ActivityHeadersPropagator = null }) { BaseAddress = new Uri(address) };
        }

        public ConcurrentQueue<Activity> Spans { get; }

        public ConcurrentQueue<string> Handled { get; }

        public ConcurrentQueue<string> Requested { get; } = new();

        public static async Task<Web> Start(string sampler, params string[] sources)
        {
            var (spans, handled) = (new ConcurrentQueue<Activity>(), new ConcurrentQueue<string>());
            var builder = WebApplication.CreateBuilder();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            builder.Services.AddAkka($"web-{Guid.NewGuid():N}", akka => akka
                .WithInstrumentation(options => options.Tracing.Sampling.Ratio = sampler == "ratio of ours" ? 0.5 : 1)
                .WithActors((system, registry) =>
                {
                    var second = system.ActorOf(Props.Create(() => new Answering(handled)), "second");
                    registry.Register<Passing>(system.ActorOf(Props.Create(() => new Passing(second, handled)), "first"));
                }));
            builder.Services.AddOpenTelemetry().WithTracing(tracing =>
            {
                tracing.AddAkkaInstrumentation().AddSource(sources).AddProcessor(new Ended(spans));
                _ = sampler switch
                {
                    "on" => tracing.SetSampler(new AlwaysOnSampler()),
                    "off" => tracing.SetSampler(new AlwaysOffSampler()),
                    "half" => tracing.SetSampler(new TraceIdRatioBasedSampler(0.5)),
                    "parent, on" => tracing.SetSampler(new ParentBasedSampler(new AlwaysOnSampler())),
                    "parent, off" => tracing.SetSampler(new ParentBasedSampler(new AlwaysOffSampler())),
                    "parent, half" => tracing.SetSampler(new ParentBasedSampler(new TraceIdRatioBasedSampler(0.5))),
                    _ => tracing,
                };
            });
            var app = builder.Build();
            app.MapGet("/", async (IRequiredActor<Passing> actor) =>
            {
                var trace = $"{Activity.Current!.TraceId}";
                await actor.ActorRef.Ask<string>("question", TimeSpan.FromSeconds(20));
                return trace;
            });
            app.MapGet("/many", async (ActorSystem system) =>
            {
                var second = await system.ActorSelection("/user/second").ResolveOne(TimeSpan.FromSeconds(20));
                second.TellNumbers(Requests);

                // the end of the system would lose what waits
                await Eventually.Equal(Requests, () => handled.Count);
                return $"{Activity.Current!.TraceId}";
            });
            await app.StartAsync();

            // A message to a top-level actor that has not started yet is in no trace.
            foreach (var path in new[] { "/user/first", "/user/second" })
            {
                var actor = await app.Services.GetRequiredService<ActorSystem>().ActorSelection(path).ResolveOne(TimeSpan.FromSeconds(20));
                await Eventually.True(() => actor is not IRepointableRef { IsStarted: false });
            }

            return new Web(app, spans, handled);
        }

        public async Task Get(int requests, string? header, string path = "/")
        {
            for (var i = 0; i < requests; i++)
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, path);
                if (header is not null)
                {
                    request.Headers.Add("traceparent", header);
                }

                using var response = await _client.SendAsync(request);
                Requested.Enqueue(await response.Content.ReadAsStringAsync());
            }

            // all spans have ended when the system has
            await _app.StopAsync();
        }

        public async ValueTask DisposeAsync()
        {
            _client.Dispose();
            await _app.DisposeAsync();
        }
    }

    private sealed class Ended(ConcurrentQueue<Activity> spans) : BaseProcessor<Activity>
    {
        public override void OnEnd(Activity data)
        {
            if (data.Recorded)
            {
                spans.Enqueue(data);
            }
        }
    }

    private sealed class Passing(IActorRef next, ConcurrentQueue<string> handled) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            handled.Enqueue($"{Activity.Current?.TraceId}");
            next.Forward(message);
        }
    }

    private sealed class Answering(ConcurrentQueue<string> handled) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            handled.Enqueue($"{Activity.Current?.TraceId}");
            Sender.Tell("answer");
        }
    }
}
