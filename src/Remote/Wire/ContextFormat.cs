using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>The context of a message as it is sent to another node: the content of <see cref="MessageOrigin"/> without the objects of one
/// process.</summary>
/// <param name="Trace">Ids, flags and state; default for no trace. A trace that is not recorded may have no span id.</param>
/// <param name="IsScheduled">Whether a scheduler sent the message.</param>
/// <param name="Baggage">The activity's baggage, latest first.</param>
/// <param name="Ambient">OpenTelemetry's baggage.</param>
/// <param name="IsUndecided">Whether no sampling decision exists for its trace.</param>
/// <param name="IsOfMessage">Whether the span id is that of an unsampled message that leaves a record.</param>
/// <param name="IsOfRoot">Whether the instrumentation made that message's trace.</param>
internal readonly record struct WireContext(
    ActivityContext Trace, bool IsScheduled, IReadOnlyList<KeyValuePair<string, string?>> Baggage,
        IReadOnlyList<KeyValuePair<string, string?>> Ambient, bool IsUndecided = false, bool IsOfMessage = false, bool IsOfRoot = false)
{
    public static WireContext None { get; } = new(default, IsScheduled: false, [], []);

    public static WireContext From(MessageOrigin origin)
    {
        var baggage = origin.Baggage;
        var kept = UnsampledMessage.IsUsed && !origin.IsRecorded ? origin.Trace as KeptOrigin : null;
        return new(kept is null ? TraceOf(origin) : TraceOf(kept), origin.IsScheduled, baggage?.Items ?? [],
            baggage is null ? [] : [.. baggage.AmbientItems], origin.BeginsIn != default, kept is not null, kept is { NonRecording.IsRoot: true });
    }

    private static ActivityContext TraceOf(MessageOrigin origin) =>
        origin.IsRecorded || origin.NonRecording is not { } unsampled ? origin.Context
        : !unsampled.IsRoot ? unsampled.Context
        : new ActivityContext(unsampled.TraceId, spanId: default, ActivityTraceFlags.None);

    private static ActivityContext TraceOf(KeptOrigin kept) => kept.NonRecording is { IsRoot: false, Context: var foreign }
        ? new(foreign.TraceId, kept.MessageId, foreign.TraceFlags, foreign.TraceState)
        : new(kept.NonRecording!.TraceId, kept.MessageId, ActivityTraceFlags.None);

    /// <summary>The origin that the message has on this node; null for none.</summary>
    public MessageOrigin? ToOrigin()
    {
        var isRecorded = (Trace.TraceFlags & ActivityTraceFlags.Recorded) != 0;
        MessageOrigin? origin = Trace == default ? null
            : IsUndecided && !isRecorded && NonRecordingContext.Arrived(Trace) is { HasId: true } undecided ? new UndecidedTrace(undecided)
            : !IsScheduled ? (isRecorded ? SenderContext.Of(Trace) : Unsampled())
            : isRecorded ? ScheduledContext.Arrived(Trace, unsampled: null)
            : ScheduledContext.Arrived(default, Unsampled());
        return Baggage.Count + Ambient.Count == 0 ? origin : CarriedBaggage.Arrived(origin, [.. Baggage], Ambient);
    }

    private NonRecordingContext Unsampled() => IsOfMessage && Trace.SpanId != default
        ? NonRecordingContext.OfMessage(Trace, IsOfRoot)
        : NonRecordingContext.Arrived(Trace);
}

/// <summary>
/// The bytes of a context, version 1: flags (1), trace id (16), span id (8), trace flags (1), then, each with its length (2) and only if its flag is
/// set, the <c>tracestate</c>, the activity's baggage and OpenTelemetry's baggage as W3C lists. Without a trace the ids and its flags are missing.
/// </summary>
internal static class ContextFormat
{
    /// <summary>The number of bytes of an empty context.</summary>
    public const int Empty = 1;

    /// <summary>The length that every system has to support, according to W3C's Trace Context.</summary>
    public const int MaxTraceState = 512;

    /// <summary>The limit of W3C's Baggage, for both lists together.</summary>
    public const int MaxBaggage = 8_192;

    private const byte HasTrace = 1;
    private const byte IsScheduled = 2;
    private const byte IsUndecided = 4;
    private const byte HasState = 8;
    private const byte HasBaggage = 16;
    private const byte HasAmbient = 32;
    private const byte IsOfMessage = 64;
    private const byte IsOfRoot = 128;
    private const int TraceIdLength = 16;
    private const int Ids = TraceIdLength + 8;

    // An id is a text in .NET. All messages of a trace share the text of its id.
    private static readonly RecentBytes<ActivityTraceId> TraceIds = new(TraceIdLength);

    /// <summary>Writes a context that <see cref="Read"/> accepts. Parts that are too long or that a reader would refuse are left out.</summary>
    /// <param name="context">The context.</param>
    /// <param name="to">Gets the bytes.</param>
    /// <param name="refuse">Called with the reason for each part that is left out.</param>
    public static void Write(in WireContext context, IBufferWriter<byte> to, Action<string> refuse)
    {
        var isRecorded = (context.Trace.TraceFlags & ActivityTraceFlags.Recorded) != 0;
        var hasTrace = context.Trace.TraceId != default && (context.Trace.SpanId != default || !isRecorded);
        var state = hasTrace ? context.Trace.TraceState ?? "" : "";
        var (baggage, ambient) = (BaggageText.Write(context.Baggage), BaggageText.Write(context.Ambient));
        if (state.Length > MaxTraceState || state.AsSpan().ContainsAnyExceptInRange(' ', '~'))
        {
            refuse(RefusedContexts.TraceState);
            state = "";
        }

        if (baggage.Length + ambient.Length > MaxBaggage)
        {
            refuse(RefusedContexts.Baggage);
            baggage = ambient = "";
        }

        var flags = (hasTrace ? HasTrace : 0)
            | (hasTrace && context.IsScheduled ? IsScheduled : 0)
            | (hasTrace && context.IsUndecided ? IsUndecided : 0)
            | (hasTrace && context.IsOfMessage ? IsOfMessage : 0)
            | (hasTrace && context.IsOfRoot ? IsOfRoot : 0)
            | (state.Length == 0 ? 0 : HasState)
            | (baggage.Length == 0 ? 0 : HasBaggage)
            | (ambient.Length == 0 ? 0 : HasAmbient);
        to.GetSpan(1)[0] = (byte)flags;
        to.Advance(1);
        if (hasTrace)
        {
            var ids = to.GetSpan(Ids + 1);
            context.Trace.TraceId.CopyTo(ids[..TraceIdLength]);
            context.Trace.SpanId.CopyTo(ids[TraceIdLength..Ids]);
            ids[Ids] = (byte)context.Trace.TraceFlags;
            to.Advance(Ids + 1);
        }

        Write(state, to);
        Write(baggage, to);
        Write(ambient, to);
    }

    /// <summary>Reads what <see cref="Write(in WireContext, IBufferWriter{byte}, Action{string})"/> wrote. Never throws.</summary>
    /// <param name="bytes">The bytes, which are not trusted.</param>
    /// <param name="context">The context.</param>
    /// <returns>Null, or why the context is refused.</returns>
    public static string? Read(ReadOnlySpan<byte> bytes, out WireContext context)
    {
        context = default;
        if (bytes.IsEmpty)
        {
            return RefusedContexts.Malformed;
        }

        var flags = bytes[0];
        bytes = bytes[1..];
        if (!TryReadIds(ref bytes, flags, out var traceId, out var spanId, out var traceFlags)
            || !TryRead(ref bytes, (flags & HasState) != 0, out var state)
            || !TryRead(ref bytes, (flags & HasBaggage) != 0, out var baggage)
            || !TryRead(ref bytes, (flags & HasAmbient) != 0, out var ambient)
            || !bytes.IsEmpty)
        {
            return RefusedContexts.Malformed;
        }

        if (state.Length > MaxTraceState)
        {
            return RefusedContexts.TraceState;
        }

        if (baggage.Length + ambient.Length > MaxBaggage)
        {
            return RefusedContexts.Baggage;
        }

        // A tracestate is printable ASCII.
        if (state.ContainsAnyExceptInRange((byte)0x20, (byte)0x7E) || !BaggageText.TryRead(baggage, out var items)
            || !BaggageText.TryRead(ambient, out var others))
        {
            return RefusedContexts.Malformed;
        }

        var trace = traceId == default ? default : new ActivityContext(
            traceId,
            spanId,
            traceFlags,
            state.IsEmpty ? null : Encoding.ASCII.GetString(state),
            isRemote: true);
        context = new(trace, (flags & IsScheduled) != 0, items, others, (flags & IsUndecided) != 0,
            (flags & IsOfMessage) != 0, (flags & IsOfRoot) != 0);
        return null;
    }

    // A trace needs an id that is not all zeros, and a recorded trace also needs a span id. Without a trace there must be no parts that belong to
    // one.
    private static bool TryReadIds(
        ref ReadOnlySpan<byte> bytes, byte flags, out ActivityTraceId traceId, out ActivitySpanId spanId, out ActivityTraceFlags traceFlags)
    {
        (traceId, spanId, traceFlags) = (default, default, default);
        if ((flags & HasTrace) == 0)
        {
            return (flags & (IsScheduled | IsUndecided | HasState | IsOfMessage | IsOfRoot)) == 0;
        }

        if (bytes.Length <= Ids || !bytes[..TraceIdLength].ContainsAnyExcept((byte)0))
        {
            return false;
        }

        traceId = TraceIds.Get(bytes[..TraceIdLength], static id => ActivityTraceId.CreateFromBytes(id));

        // An id of zeros is not the same object as the one that stands for none.
        var span = bytes[TraceIdLength..Ids];
        var hasSpan = span.ContainsAnyExcept((byte)0);
        spanId = hasSpan ? ActivitySpanId.CreateFromBytes(span) : default;
        traceFlags = (ActivityTraceFlags)bytes[Ids];
        bytes = bytes[(Ids + 1)..];
        return hasSpan || (traceFlags & ActivityTraceFlags.Recorded) == 0;
    }

    private static void Write(string text, IBufferWriter<byte> to)
    {
        if (text.Length > 0)
        {
            var length = Encoding.UTF8.GetByteCount(text);
            BinaryPrimitives.WriteUInt16LittleEndian(to.GetSpan(2), (ushort)length);
            to.Advance(2);
            to.Advance(Encoding.UTF8.GetBytes(text, to.GetSpan(length)));
        }
    }

    private static bool TryRead(ref ReadOnlySpan<byte> bytes, bool isThere, out ReadOnlySpan<byte> part)
    {
        part = default;
        if (!isThere)
        {
            return true;
        }

        if (bytes.Length < 2 || BinaryPrimitives.ReadUInt16LittleEndian(bytes) is var length && (length == 0 || bytes.Length < 2 + length))
        {
            return false;
        }

        part = bytes.Slice(2, length);
        bytes = bytes[(2 + length)..];
        return true;
    }
}

/// <summary>
/// Baggage as the text of W3C's header <c>baggage</c>: <c>key=value,key=value</c>. Keys and values are percent-encoded, which leaves ASCII only.
/// </summary>
internal static class BaggageText
{
    /// <summary>Writes the items that have a key, as W3C specifies.</summary>
    public static string Write(IReadOnlyList<KeyValuePair<string, string?>> items) => items.Count == 0 ? "" : string.Join(
        ',', items.Where(item => item.Key.Length > 0).Select(item => $"{Uri.EscapeDataString(item.Key)}={Uri.EscapeDataString(item.Value ?? "")}"));

    /// <summary>Reads the text of another node, which is not trusted. Returns false if it is no such list.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out KeyValuePair<string, string?>[] items)
    {
        items = [];
        if (bytes.IsEmpty)
        {
            return true;
        }

        if (bytes.ContainsAnyExceptInRange((byte)0x21, (byte)0x7E))
        {
            return false;
        }

        var found = new List<KeyValuePair<string, string?>>();
        foreach (var item in Encoding.ASCII.GetString(bytes).Split(','))
        {
            var equals = item.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0)
            {
                return false;
            }

            // Text that does not follow the encoding stays as it is.
            found.Add(new(Uri.UnescapeDataString(item[..equals]), Uri.UnescapeDataString(item[(equals + 1)..])));
        }

        items = [.. found];
        return true;
    }
}
