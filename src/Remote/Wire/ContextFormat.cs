using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// The bytes of a context, version 1: flags (1), trace id (16), span id (8), then, each with its length (2) and only if its flag is set, the
/// <c>tracestate</c>, the activity's baggage and OpenTelemetry's baggage as W3C lists. Without a trace the ids are missing.
/// </summary>
internal static class ContextFormat
{
    /// <summary>The limit that W3C's Trace Context asks every system to carry.</summary>
    public const int MaxTraceState = 512;

    /// <summary>The limit of W3C's Baggage, for both lists together.</summary>
    public const int MaxBaggage = 8_192;

    private const byte HasTrace = 1;
    private const byte IsRecorded = 2;
    private const byte IsScheduled = 4;
    private const byte HasState = 16;
    private const byte HasBaggage = 32;
    private const byte HasAmbient = 64;
    private const byte Known = HasTrace | IsRecorded | IsScheduled | HasState | HasBaggage | HasAmbient;
    private const int TraceIdLength = 16;
    private const int Ids = TraceIdLength + 8;

    // An id is a text in .NET. The messages of a trace share that of the trace.
    private static readonly RecentBytes<ActivityTraceId> TraceIds = new(TraceIdLength);

    /// <summary>Writes a context. Parts that are too long are left out.</summary>
    /// <param name="context">The context.</param>
    /// <param name="to">Gets the bytes.</param>
    /// <param name="refuse">Called with the reason for each part that is left out.</param>
    public static void Write(in WireContext context, IBufferWriter<byte> to, Action<string> refuse)
    {
        var state = context.Trace.TraceState;
        if (state is not null && Encoding.UTF8.GetByteCount(state) > MaxTraceState)
        {
            refuse(RefusedContexts.TraceState);
            state = null;
        }

        var baggage = BaggageText.Write(context.Baggage);
        var ambient = BaggageText.Write(context.Ambient);
        if (baggage.Length + ambient.Length > MaxBaggage)
        {
            refuse(RefusedContexts.Baggage);
            baggage = ambient = "";
        }

        var hasTrace = context.Trace != default;
        var flags = (hasTrace ? HasTrace : 0)
            | ((context.Trace.TraceFlags & ActivityTraceFlags.Recorded) != 0 ? IsRecorded : 0)
            | (context.IsScheduled ? IsScheduled : 0)
            | (string.IsNullOrEmpty(state) ? 0 : HasState)
            | (baggage.Length == 0 ? 0 : HasBaggage)
            | (ambient.Length == 0 ? 0 : HasAmbient);
        to.GetSpan(1)[0] = (byte)flags;
        to.Advance(1);
        if (hasTrace)
        {
            var ids = to.GetSpan(Ids);
            context.Trace.TraceId.CopyTo(ids[..TraceIdLength]);
            context.Trace.SpanId.CopyTo(ids[TraceIdLength..Ids]);
            to.Advance(Ids);
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
        if (bytes.IsEmpty || (bytes[0] & ~Known) != 0)
        {
            return RefusedContexts.Malformed;
        }

        var flags = bytes[0];
        bytes = bytes[1..];
        ActivityTraceId traceId = default;
        ActivitySpanId spanId = default;
        if ((flags & HasTrace) != 0)
        {
            if (bytes.Length < Ids)
            {
                return RefusedContexts.Malformed;
            }

            // An id of zeros is not the one that stands for none.
            traceId = bytes[..TraceIdLength].ContainsAnyExcept((byte)0) ? TraceIdOf(bytes[..TraceIdLength]) : default;
            spanId = bytes[TraceIdLength..Ids].ContainsAnyExcept((byte)0) ? ActivitySpanId.CreateFromBytes(bytes[TraceIdLength..Ids]) : default;
            bytes = bytes[Ids..];
        }

        var isRecorded = (flags & IsRecorded) != 0;
        if (IsWrong(flags, traceId, spanId)
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

        if (!BaggageText.TryRead(baggage, out var items) || !BaggageText.TryRead(ambient, out var others) || !TryText(state, out var text))
        {
            return RefusedContexts.Malformed;
        }

        var trace = traceId == default && spanId == default
            ? default
            : new ActivityContext(traceId, spanId, isRecorded ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None, text, isRemote: true);
        context = new(trace, (flags & IsScheduled) != 0, items, others);
        return null;
    }

    // A trace needs an id, and one that is recorded also a span. Without a trace there are neither.
    private static bool IsWrong(byte flags, ActivityTraceId traceId, ActivitySpanId spanId) =>
        (flags & HasTrace) != 0
            ? traceId == default || ((flags & IsRecorded) != 0 && spanId == default)
            : (flags & (IsRecorded | IsScheduled | HasState)) != 0;

    private static ActivityTraceId TraceIdOf(ReadOnlySpan<byte> bytes)
    {
        if (!TraceIds.TryGet(bytes, out var id))
        {
            id = ActivityTraceId.CreateFromBytes(bytes);
            TraceIds.Keep(bytes, id);
        }

        return id;
    }

    private static void Write(string? text, IBufferWriter<byte> to)
    {
        if (!string.IsNullOrEmpty(text))
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

    // A tracestate is printable ASCII.
    private static bool TryText(ReadOnlySpan<byte> bytes, out string? text)
    {
        text = null;
        if (bytes.IsEmpty)
        {
            return true;
        }

        if (bytes.ContainsAnyExceptInRange((byte)0x20, (byte)0x7E))
        {
            return false;
        }

        text = Encoding.ASCII.GetString(bytes);
        return true;
    }
}
