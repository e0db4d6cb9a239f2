using System.Buffers;
using System.Diagnostics;
using System.Text;
using Akka.Actor;
using Akka.Routing;
using Akka.Serialization;

namespace AkkaInstrumentation;

/// <summary>
/// A message on its way to another node, with its origin. It exists from <c>Tell</c> until the endpoint writer has serialized it. Deserializing gives
/// the message itself, so no actor receives an envelope. Immutable.
/// <para>
/// It is a <see cref="RouterEnvelope"/> because Akka.Remote looks into those when it logs the types of large messages
/// (<c>RemoteMetricsOn.LogPayloadBytes</c>, Akka 1.5.71). No router gets one.
/// </para>
/// </summary>
/// <param name="message">The message.</param>
/// <param name="origin">Null for none.</param>
/// <param name="peer">The node that gets the message. Null if the message is written as without this library.</param>
internal class RemoteEnvelope(object message, MessageOrigin? origin = null, Peer? peer = null) : RouterEnvelope(message), ITraceEnvelope
{
    public MessageOrigin? Origin => origin;

    public Peer? Peer => peer;

    public string? Node => peer?.Address.ToString();

    public virtual void CountDrop()
    {
    }

    /// <summary>The message's text, for Akka's log.</summary>
    public override string ToString() => Message.ToString() ?? "";
}

/// <summary>A message whose serialization is measured, with or without an origin.</summary>
/// <param name="message">The message.</param>
/// <param name="origin">Null for none.</param>
/// <param name="peer">The node that gets the message.</param>
/// <param name="shift">It stands for 2^shift messages.</param>
internal sealed class MeasuredEnvelope(object message, MessageOrigin? origin, Peer peer, int shift) : RemoteEnvelope(message, origin, peer)
{
    public int Shift => shift;

    public override void CountDrop() => Peer!.CountDrop(1L << shift);
}

/// <summary>
/// Writes a message with its context, and reads the message back. What arrives is the message itself; its context goes to
/// <see cref="ArrivedMessage"/>.
/// <para>
/// The endpoint writer keeps messages while it has no connection. When it writes them, the node may have restarted without this library. So the
/// decision whether the node can read an envelope is made here, on the writer's thread. If it cannot, this serializer returns the message's own
/// bytes, identifier and manifest, and the message is written as without this library. Akka reads the three one after the other for each message
/// (<c>MessageSerializer.Serialize</c>, Akka 1.5.71). A version of Akka that reads them in another order loses no message of the application: the
/// question to each node (<see cref="Peers.Ask"/>) is written in the same way, so it would be lost first. Without an answer, nothing else is put into
/// an envelope.
/// </para>
/// </summary>
internal sealed class RemoteEnvelopeSerializer(ExtendedActorSystem system) : SerializerWithStringManifest(system)
{
    /// <summary>
    /// The bytes for which <see cref="FromBinary(byte[], string)"/> returns this object, to check which serializer has the identifier.
    /// </summary>
    // A separate array with one byte, because an empty array is one object for the whole process, and messages without bytes arrive in it.
    internal static readonly byte[] Probe = new byte[1];

    // The message that this thread has written as without this library, until Akka has read its manifest.
    [ThreadStatic]
    private static PlainMessage? t_plain;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? t_context;

    // Whether this thread reads the message in an envelope.
    [ThreadStatic]
    private static bool t_isReading;

    // Long enough for a context without baggage and for nearly every manifest.
    private readonly RecentBytes<NonRecordingContext> _unsampled = new(maxLength: 1_024);
    private readonly RecentBytes<string> _manifests = new(maxLength: 256);
    private IEnvelopeTraffic? _traffic;
    private Action<string>? _refuse;

    public override int Identifier => t_plain is { } plain && plain.Serializer == this ? plain.Identifier : base.Identifier;

    private Action<string> Refuse => _refuse ??= reason => Traffic?.Refused(reason);

    private IEnvelopeTraffic? Traffic => _traffic ??= (system.Provider as ITracedProvider)?.Tracing;

    public override string Manifest(object o)
    {
        if (t_plain is not { } plain || plain.Envelope != o)
        {
            return "";
        }

        t_plain = null;
        return plain.Manifest;
    }

    public override byte[] ToBinary(object obj)
    {
        t_plain = null;
        var envelope = (RemoteEnvelope)obj;
        var inner = system.Serialization.FindSerializerFor(envelope.Message);
        var begun = envelope is MeasuredEnvelope ? Stopwatch.GetTimestamp() : 0;
        var bytes = inner.ToBinary(envelope.Message);
        if (envelope is MeasuredEnvelope measured)
        {
            var ticks = Stopwatch.GetTimestamp() - begun;
            TelemetryFault.Guard(TelemetryFault.Listener, (Traffic, measured, bytes.Length, ticks), static it =>
                it.Traffic?.Sent(it.measured, it.Length, it.ticks));
        }

        var manifest = Serialization.ManifestFor(inner, envelope.Message) ?? "";
        if (envelope.Peer is { Reads: true } && TryWrite(envelope, inner.Identifier, manifest, bytes) is { } enveloped)
        {
            return enveloped;
        }

        t_plain = new PlainMessage(this, envelope, inner.Identifier, manifest);
        return bytes;
    }

    public override object FromBinary(byte[] bytes, string manifest)
    {
        if (ReferenceEquals(bytes, Probe))
        {
            return this;
        }

        // An envelope is never inside another one, nor inside one of Akka's messages in it. A node that sends such a message tries to exhaust this
        // thread's stack.
        if (t_isReading || !EnvelopeFormat.TryRead(bytes, out var frame) || frame.Serializer == base.Identifier)
        {
            throw new System.Runtime.Serialization.SerializationException("These bytes are no envelope of AkkaInstrumentation.Remote.");
        }

        // The message that arrived before on this thread has been sent.
        ArrivedMessage.Forget();
        var begun = frame.Shift is null ? 0 : Stopwatch.GetTimestamp();
        var message = MessageIn(frame);
        if (frame.Shift is { } shift)
        {
            var ticks = Stopwatch.GetTimestamp() - begun;
            TelemetryFault.Guard(TelemetryFault.Listener, (Traffic, message, frame.Message.Length, ticks, shift), static it =>
                it.Traffic?.Received(it.message, it.Length, it.ticks, it.shift));
        }

        Arrived(message, frame);
        return message;
    }

    private object MessageIn(in EnvelopeFormat.Frame frame)
    {
        var manifest = frame.Manifest.IsEmpty ? null : _manifests.Get(frame.Manifest.Span, static bytes => Encoding.UTF8.GetString(bytes));
        t_isReading = true;
        try
        {
            return system.Serialization.Deserialize(frame.Message.ToArray(), frame.Serializer, manifest);
        }
        catch (Exception e) when (Traffic is { } traffic && traffic.Unreadable(frame.Serializer, manifest, e))
        {
            // it is only counted
            throw;
        }
        finally
        {
            t_isReading = false;
        }
    }

    private byte[]? TryWrite(RemoteEnvelope envelope, int serializer, string manifest, byte[] message)
    {
        try
        {
            var origin = envelope.Origin;
            var traffic = Traffic;
            var written = t_context ??= new ArrayBufferWriter<byte>(64);
            written.ResetWrittenCount();
            ContextFormat.Write(origin is null ? WireContext.None : WireContext.From(origin), written, Refuse);
            if (traffic is not null && !traffic.Fits(message.Length + EnvelopeFormat.Overhead(written.WrittenCount)))
            {
                if (origin is not null)
                {
                    traffic.Refused(RefusedContexts.Size);
                }

                return null;
            }

            var bytes = EnvelopeFormat.Write(written.WrittenSpan, serializer, manifest, message, (envelope as MeasuredEnvelope)?.Shift);
            if (origin is not null)
            {
                traffic?.Counts?.Written.Add(EnvelopeFormat.Overhead(written.WrittenCount));
            }

            return bytes;
        }
        catch (Exception e)
        {
            // An error of this library must not lose the message.
            TelemetryFault.Report(TelemetryFault.Remote, e);
            return null;
        }
    }

    private void Arrived(object message, in EnvelopeFormat.Frame frame)
    {
        try
        {
            var traffic = Traffic;
            if (frame.Context.Length > ContextFormat.Empty)
            {
                traffic?.Counts?.Read.Add(EnvelopeFormat.Overhead(frame.Context.Length));
            }

            var refused = OriginOf(frame, out var origin);
            if (refused is not null)
            {
                traffic?.Refused(refused);
            }
            else if (message is not null && origin is not null)
            {
                ArrivedMessage.Expect(message, origin);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Remote, e);
        }
    }

    // Returns null, or why the context is refused. All messages of an unsampled trace have the same bytes, and share one origin.
    private string? OriginOf(in EnvelopeFormat.Frame frame, out MessageOrigin? origin)
    {
        origin = null;
        if (frame.Version != EnvelopeFormat.Version)
        {
            return RefusedContexts.Version;
        }

        var bytes = frame.Context.Span;
        if (_unsampled.TryGet(bytes, out var known))
        {
            origin = known;
            return null;
        }

        var refused = ContextFormat.Read(bytes, out var context);
        if (refused is null)
        {
            origin = context.ToOrigin();
            if (origin is NonRecordingContext unsampled)
            {
                _unsampled.Keep(bytes, unsampled);
            }
        }

        return refused;
    }

    private sealed record PlainMessage(RemoteEnvelopeSerializer Serializer, object Envelope, int Identifier, string Manifest);
}

/// <summary>An actor reference provider whose references to other nodes take the context along.</summary>
internal interface ITracedProvider
{
    IEnvelopeTraffic Tracing { get; }
}

/// <summary>The services that the envelopes' serializer needs from its system. Called on threads that write to and read from the network.</summary>
internal interface IEnvelopeTraffic
{
    /// <summary>The counts of the system; null before it has started.</summary>
    RemoteCounts? Counts { get; }

    /// <summary>Whether a message of this size can be sent.</summary>
    bool Fits(int bytes);

    /// <summary>A measured message was serialized.</summary>
    /// <param name="envelope">The message.</param>
    /// <param name="bytes">Its own bytes.</param>
    /// <param name="ticks">What its serializer took.</param>
    void Sent(MeasuredEnvelope envelope, int bytes, long ticks);

    /// <summary>A message has arrived that its sender has measured.</summary>
    /// <param name="message">The message; null if the other node has sent null.</param>
    /// <param name="bytes">Its own bytes.</param>
    /// <param name="ticks">What its serializer took.</param>
    /// <param name="shift">It stands for 2^shift messages, as the other node says, which is not trusted.</param>
    void Received(object? message, int bytes, long ticks, int shift);

    /// <summary>A message that has arrived cannot be read. Returns false.</summary>
    /// <param name="serializer">The identifier of its serializer.</param>
    /// <param name="manifest">Its manifest; null for none.</param>
    /// <param name="error">The exception of the serializer.</param>
    bool Unreadable(int serializer, string? manifest, Exception error);

    /// <summary>A context, or a part of it, was left out. This is counted, and logged once for each reason.</summary>
    void Refused(string reason);
}
