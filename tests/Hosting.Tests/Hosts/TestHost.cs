namespace AkkaInstrumentation.Tests;

/// <summary>A real host with Akka.Hosting and, if the test wants it, the OpenTelemetry SDK, whose far end is <see cref="Sdk"/>.</summary>
internal sealed class TestHost : IAsyncDisposable
{
    private static readonly ActivitySource Senders = new("Hosting.Tests");

    private readonly IHost _host;

    private TestHost(IHost host, SdkRecorder sdk)
    {
        _host = host;
        Sdk = sdk;
        System = host.Services.GetRequiredService<ActorSystem>();
    }

    public SdkRecorder Sdk { get; }

    public ActorSystem System { get; }

    public IServiceProvider Services => _host.Services;

    public InstrumentationSettings Settings => AkkaInstrumentationExtension.For(System).Settings;

    /// <summary>The three calls, with whatever else the test does to the builders.</summary>
    public static Task<TestHost> Start(
        Action<AkkaConfigurationBuilder> akka,
        Action<TracerProviderBuilder>? tracing = null,
        Action<OpenTelemetry.Metrics.MeterProviderBuilder>? metrics = null)
    {
        return Start((builder, _) => akka(builder), builder => builder.Services.AddOpenTelemetry()
            .WithTracing(traces => (tracing ?? (theirs => theirs.AddAkkaInstrumentation()))(traces.AddSource(Senders.Name)))
            .WithMetrics(metrics ?? (theirs => theirs.AddAkkaInstrumentation())));
    }

    /// <summary>A host that nobody collects from.</summary>
    public static Task<TestHost> StartWithoutSdk(Action<AkkaConfigurationBuilder> akka) => Start((builder, _) => akka(builder), _ => { });

    /// <summary>The three calls in a host whose configuration and services the test sets up.</summary>
    public static Task<TestHost> StartWithServices(Action<AkkaConfigurationBuilder, IServiceProvider> akka, Action<HostApplicationBuilder> host) =>
        Start(akka, builder =>
        {
            builder.Services.AddOpenTelemetry().WithTracing(tracing => tracing.AddAkkaInstrumentation());
            host(builder);
        });

    /// <summary>The name that the actor system of a host gets.</summary>
    public static string NameOf(HostApplicationBuilder builder) => (string)((IHostApplicationBuilder)builder).Properties[nameof(NameOf)];

    /// <summary>Starts an actor of a name of its own and waits until it works: what it gets before is not its sender's any more.</summary>
    public async Task<IActorRef> StartActor(Props props)
    {
        var actor = System.ActorOf(props, $"actor-{Guid.NewGuid():N}");
        await actor.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(20));
        return actor;
    }

    /// <summary>An actor that the test registered, once it works.</summary>
    public async Task<IActorRef> Registered<T>()
    {
        var actor = await _host.Services.GetRequiredService<ActorRegistry>().GetAsync<T>();
        await actor.Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(20));
        return actor;
    }

    /// <summary>Does something inside a sender's span and returns that span, which has stopped.</summary>
    public static async Task<Activity> Traced(Func<Task> send)
    {
        using var sender = Senders.StartActivity("sender")!;
        await send();
        return sender;
    }

    /// <inheritdoc cref="Traced(Func{Task})"/>
    public static Task<Activity> Traced(Action send) => Traced(() =>
    {
        send();
        return Task.CompletedTask;
    });

    /// <summary>Waits until so many spans of the sender's trace have been exported, its own included.</summary>
    public async Task<IReadOnlyList<Activity>> Exported(Activity sender, int count)
    {
        await Eventually.Equal(count, () => Sdk.SpansOf(sender.TraceId).Count);
        return Sdk.SpansOf(sender.TraceId);
    }

    /// <summary>Sends an actor these messages in a trace. Their spans, when each has been handled.</summary>
    public async Task<IReadOnlyList<Activity>> SpansOf(params object[] messages)
    {
        var handled = 0;
        var actor = await StartActor(Handler.Props((_, _) => handled++));
        var sender = await Traced(() => Array.ForEach(messages, message => actor.Tell(message, ActorRefs.NoSender)));
        var spans = await Exported(sender, messages.Length + 1);
        Assert.Equal(messages.Length, handled);
        return [.. spans.Where(span => span.IsOfMessage()).OrderBy(span => span.StartTimeUtc)];
    }

    /// <summary>Whether a message to this actor gives a span: mailbox, dispatcher and SDK are all in place.</summary>
    public async Task AssertInstrumented(IActorRef actor)
    {
        var sender = await Traced(() => actor.Tell("are you?", ActorRefs.NoSender));
        var span = Assert.Single(await Exported(sender, 2), span => span.IsOfMessage());
        Assert.Equal(sender.SpanId, span.ParentSpanId);
    }

    /// <summary>The metric points of this host's actor system.</summary>
    public IReadOnlyList<SdkPoint> Points() => [.. Sdk.Collect().Where(point => point.Has(AkkaSpanAttributes.ActorSystemName, System.Name))];

    public Task Stop() => Eventually.Within(_host.StopAsync());

    public async ValueTask DisposeAsync()
    {
        await Stop();
        _host.Dispose();
        Sdk.Dispose();
    }

    private static async Task<TestHost> Start(Action<AkkaConfigurationBuilder, IServiceProvider> akka, Action<HostApplicationBuilder> rest)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        var name = $"host-{Guid.NewGuid():N}"[..16];
        ((IHostApplicationBuilder)builder).Properties[nameof(NameOf)] = name;
        builder.Services.AddAkka(name, (configuration, services) =>
        {
            akka(configuration, services);
            configuration.AddHocon(Systems.Quiet.WithFallback(Systems.WithoutAskSpans), HoconAddMode.Append);
        });
        rest(builder);
        var sdk = new SdkRecorder();
        sdk.Join(builder.Services);

        var host = builder.Build();
        try
        {
            await host.StartAsync();
            return new TestHost(host, sdk);
        }
        catch
        {
            host.Dispose();
            sdk.Dispose();
            throw;
        }
    }
}
