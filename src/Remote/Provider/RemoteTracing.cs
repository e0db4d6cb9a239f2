using System.Reflection;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Configuration;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>
/// The common part of the instrumented reference providers: it captures the context at <c>Tell</c>. There is one for each actor system.
/// </summary>
/// <param name="ofAkka">Akka's package of the provider.</param>
internal sealed class RemoteTracing(Assembly ofAkka) : IEnvelopeTraffic
{
    // The bytes that a transport adds to a message: the paths of receiver and sender, the serializer and the manifest.
    private const int Headroom = 4_096;

    // The keys for the largest message that a transport accepts, for DotNetty and for the test transport. Akka drops a larger message.
    private static readonly string[] FrameKeys = ["maximum-frame-size", "maximum-payload-bytes"];

    private Peers? _peers;
    private AkkaInstrumentationExtension? _instrumentation;
    private AskRecorder? _asks;
    private SerializationFailures? _failures;
    private long _maxSize = long.MaxValue;

    /// <summary>Settings of the package, to be put below those of the system.</summary>
    public static Config Reference { get; } =
        ConfigurationFactory.FromResource("AkkaInstrumentation.Remote.reference.conf", typeof(RemoteTracing).Assembly);

    /// <summary>Puts the settings of the package below those of the system. Akka has read some already.</summary>
    public static void AddReference(Settings settings, RemoteSettings read)
    {
        settings.InjectTopLevelFallback(Reference);
        read.WatchFailureDetectorImplementationClass = settings.Config.GetString("akka.remote.watch-failure-detector.implementation-class");
    }

    /// <inheritdoc />
    public RemoteCounts? Counts => Peers.Counts;

    public Peers Peers => _peers ?? throw new InvalidOperationException("The provider has not been initialized.");

    /// <summary>Null while remoting starts.</summary>
    public AskRecorder? Asks => Volatile.Read(ref _asks);

    /// <summary>The system starts, and has no association yet.</summary>
    public void Begin(ExtendedActorSystem system)
    {
        RemoteInstruments.Publish();
        _maxSize = MaxFrame(system.Settings.Config);
        _peers = new Peers(system, static question => new RemoteEnvelope(question));
        _failures = new SerializationFailures(() => Volatile.Read(ref _instrumentation));
        RemotingEvents.Subscribe(system, _peers, _failures);
        SchedulerStart.OutsideOfActivities(system.Scheduler);
    }

    /// <summary>Remoting has started.</summary>
    /// <exception cref="ConfigurationException">Another serializer has the identifier of this one.</exception>
    public void Start(ExtendedActorSystem system)
    {
        var identifier = IdentifierCheck.Run(system);
        var instrumentation = AkkaInstrumentationExtension.For(system);
        var counts = RemoteCounts.Create(instrumentation);
        PeersHeard.For(system.EventStream).Begin(instrumentation.Metrics);
        Volatile.Write(ref _instrumentation, instrumentation);
        Volatile.Write(ref _asks, new AskRecorder(instrumentation));
        Peers.Start(instrumentation, counts, identifier);
    }

    /// <summary>Whether spans or metrics of sent messages are collected. If not, a message costs no more than this check.</summary>
    public static bool HasListeners
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() || RemoteInstruments.Sent.Enabled || RemoteInstruments.IsMeasuring;
    }

    /// <summary>
    /// Returns the message as it is sent to a node: in an envelope if it is measured, or if it has a context and the node can read that. Also counts
    /// it. Called only if <see cref="HasListeners"/>. Sender's thread.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="receiver">The path of the reference.</param>
    /// <param name="sender">The message's sender.</param>
    public object Around(object message, ActorPath receiver, IActorRef? sender)
    {
        try
        {
            var node = receiver.Address;
            if (RemoteInstruments.Sent.Enabled)
            {
                Peers.For(node).Sent?.Increment();
            }

            if (Volatile.Read(ref _instrumentation) is not { } instrumentation || IsOfRemoting(message))
            {
                return message;
            }

            var origin = instrumentation.RootsIfTracing is null ? null : SenderOrigin.Find(message);
            var weight = Counts?.Sizes.Draw(message) ?? default;
            if (origin is null && weight.IsNone)
            {
                return message;
            }

            // A test may follow the trace.
            if (origin is { IsRecorded: true })
            {
                MessageTracker.Current?.SentToNode(origin, message, node);
            }

            var peer = Peers.For(node);
            origin = peer.ShouldAttachContext() && origin is not null ? SendSpan.Begin(instrumentation, origin, message, receiver, sender) : null;
            return !weight.IsNone ? new MeasuredEnvelope(message, origin, peer, weight.Shift)
                : origin is not null ? new RemoteEnvelope(message, origin, peer)
                : message;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Remote, e);
            return message;
        }
    }

    /// <inheritdoc />
    public bool Fits(int bytes) => bytes + Headroom <= _maxSize;

    /// <inheritdoc />
    public void Refused(string reason)
    {
        if (Counts?.Refused.For(reason).Increment() == 1 && _instrumentation is { } instrumentation)
        {
            instrumentation.Warnings.Report(
                $"Traces may be incomplete across nodes: a context was left out ({reason}). No message was lost. The metric "
                    + $"{AkkaMetricNames.RemoteContextRefused} counts them.");
        }
    }

    /// <inheritdoc />
    public void Sent(MeasuredEnvelope envelope, int bytes, long ticks)
    {
        if (Counts?.Sizes.For(envelope.Message) is not { } type)
        {
            return;
        }

        var weight = 1L << envelope.Shift;
        if (bytes > _maxSize / 2 && type.Large.Increment(weight) == weight)
        {
            _instrumentation?.Warnings.Report(
                $"{type.Name} is sent to another node with {bytes} bytes, above half of the transport's largest frame of {_maxSize}. Akka drops what "
                + $"exceeds it. This is logged once for each type; the metric {AkkaMetricNames.RemoteLargeMessages} counts on.");
        }

        // A listener may throw.
        type.Sent.Record(bytes, ticks, envelope.Shift, type.Rate.MaxTimes);
    }

    /// <inheritdoc />
    public void Received(object? message, int bytes, long ticks, int shift)
    {
        if (message is not null && RemoteInstruments.IsMeasuring && _instrumentation is { Metrics.IsEnabled: true } && Counts?.Sizes is { } sizes)
        {
            var type = sizes.For(message);
            type.Received.Record(bytes, ticks, shift, type.Rate.MaxTimes);
        }
    }

    /// <inheritdoc />
    public bool Unreadable(int serializer, string? manifest, Exception error) => _failures?.Unreadable(serializer, manifest, error) ?? false;

    // In bytes. Not every transport has a limit that is known.
    private static long MaxFrame(Config config)
    {
        var sizes =
            from transport in config.GetStringList("akka.remote.enabled-transports", [])
            from key in FrameKeys
            let path = $"{transport}.{key}"
            where config.HasPath(path)
            select config.GetByteSize(path, long.MaxValue) ?? long.MaxValue;
        return sizes.DefaultIfEmpty(long.MaxValue).Min();
    }

    // Heartbeats overtake other messages, even through a selection, and Akka recognises them by their type. Questions to nodes are in an envelope
    // already.
    private bool IsOfRemoting(object? message)
    {
        var assembly = message is null or RemoteEnvelope ? null : InnerMessage.Unwrap(message).GetType().Assembly;
        return assembly is null || assembly == typeof(RemoteActorRef).Assembly || assembly == ofAkka;
    }
}
