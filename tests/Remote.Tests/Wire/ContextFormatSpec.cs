using System.Buffers;

namespace AkkaInstrumentation.Tests;

/// <summary>The bytes of a context, from this node to another one that nobody trusts.</summary>
public sealed class ContextFormatSpec
{
    private static readonly ActivityTraceId TraceId = ActivityTraceId.CreateRandom();
    private static readonly ActivitySpanId SpanId = ActivitySpanId.CreateRandom();

    [Theory]
    [InlineData(true, null, false)]
    [InlineData(false, null, false)]
    [InlineData(true, "vendor=value", true)]
    [InlineData(false, "a=b,c=d", true)]
    public void What_is_written_is_read(bool recorded, string? state, bool scheduled)
    {
        var trace = new ActivityContext(TraceId, SpanId, recorded ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None, state, isRemote: true);
        var context = new WireContext(trace, scheduled, [new("käy", "vä,l=u e"), new("empty", "")], [new("tenant", "7")]);
        Assert.Null(ContextFormat.Read(Write(context), out var read));
        Assert.Equal(trace, read.Trace);
        Assert.Equal(scheduled, read.IsScheduled);
        Assert.Equal(context.Baggage, read.Baggage);
        Assert.Equal(context.Ambient, read.Ambient);
    }

    [Fact]
    public void A_root_of_another_nodes_instrumentation_has_no_span()
    {
        var context = new WireContext(new ActivityContext(TraceId, default, ActivityTraceFlags.None), false, [], []);
        Assert.Null(ContextFormat.Read(Write(context), out var read));
        var origin = Assert.IsType<NonRecordingContext>(read.ToOrigin());
        Assert.Equal(TraceId, origin.TraceId);
        Assert.True(origin.IsRoot);
        Assert.False(origin.IsRecorded);
    }

    [Fact]
    public void A_trace_alone_takes_26_bytes() => Assert.Equal(26, Write(new(Recorded(), false, [], [])).Length);

    [Fact]
    public void An_envelope_adds_36_bytes_to_a_message_and_its_manifest()
    {
        var context = Write(new(Recorded(), false, [], []));
        Assert.Equal(36, EnvelopeFormat.Overhead(context.Length));
        Assert.Equal(36 + 3 + 5, EnvelopeFormat.Write(context, 17, "abc", new byte[5]).Length);
    }

    [Fact]
    public void A_tracestate_that_is_too_long_is_not_sent_and_the_trace_goes_on()
    {
        var refused = new List<string>();
        var bytes = Write(new(Recorded(new string('a', 513)), false, [], []), refused);
        Assert.Equal([RefusedContexts.TraceState], refused);
        Assert.Null(ContextFormat.Read(bytes, out var read));
        Assert.Equal(TraceId, read.Trace.TraceId);
        Assert.Null(read.Trace.TraceState);
        Assert.Equal(26 + 2 + 512, Write(new(Recorded(new string('a', 512)), false, [], [])).Length);
    }

    [Theory]
    [InlineData("vendor=k\u00e4se")]
    [InlineData("vendor=tab\there")]
    [InlineData("vendor=line\n")]
    [InlineData("vendor=\ud83d")]
    public void A_tracestate_that_no_header_may_have_is_not_sent_and_the_rest_of_the_context_arrives(string state)
    {
        var refused = new List<string>();
        var bytes = Write(new(Recorded(state), true, [new("a", "b")], [new("c", "d")]), refused);
        Assert.Equal([RefusedContexts.TraceState], refused);
        Assert.Null(ContextFormat.Read(bytes, out var read));
        Assert.Equal((TraceId, SpanId, null, true), (read.Trace.TraceId, read.Trace.SpanId, read.Trace.TraceState, read.IsScheduled));
        Assert.Equal([new("a", "b")], read.Baggage);
        Assert.Equal([new("c", "d")], read.Ambient);
    }

    /// <summary>Whatever an application has set: a reader takes every context that is written.</summary>
    [Fact]
    public void A_hundred_thousand_contexts_that_are_written_are_read()
    {
        for (var seed = 0; seed < 100_000; seed++)
        {
            var random = new Random(seed);
            var trace = new ActivityContext(
                random.Next(5) == 0 ? default : TraceId,
                random.Next(5) == 0 ? default : SpanId,
                (ActivityTraceFlags)random.Next(256),
                random.Next(2) == 0 ? null : Text(random, 520));
            var context = new WireContext(trace, random.Next(2) == 0, Items(random), Items(random));
            var reason = ContextFormat.Read(Write(context, []), out var read);
            Assert.True(reason is null, $"seed {seed}: {reason}");
            Assert.True(read.Trace == default
                || (read.Trace.TraceId, read.Trace.SpanId, read.Trace.TraceFlags) == (trace.TraceId, trace.SpanId, trace.TraceFlags), $"seed {seed}");
        }
    }

    [Fact]
    public void Baggage_that_is_too_long_is_not_sent_and_the_trace_goes_on()
    {
        var refused = new List<string>();
        var bytes = Write(new(Recorded(), false, [new("k", new string('v', 4_095))], [new("k", new string('v', 4_095))]), refused);
        Assert.Equal([RefusedContexts.Baggage], refused);
        Assert.Equal(26, bytes.Length);
        Assert.Equal(26 + 4 + 8_192, Write(new(Recorded(), false, [new("k", new string('v', 4_094))], [new("k", new string('v', 4_094))])).Length);
    }

    [Fact]
    public void Too_long_parts_of_another_node_are_refused()
    {
        byte[] state = [.. Write(new(Recorded("a"), false, [], []))[..26], 1, 2, .. Enumerable.Repeat((byte)'a', 513)];
        Assert.Equal(RefusedContexts.TraceState, ContextFormat.Read(state, out _));
        byte[] baggage = [.. Write(new(Recorded(), false, [new("k", "v")], []))[..26], 1, 32, .. "k="u8, .. Enumerable.Repeat((byte)'v', 8_191)];
        Assert.Equal(RefusedContexts.Baggage, ContextFormat.Read(baggage, out _));
    }

    [Fact]
    public void Random_bytes_never_throw_and_a_changed_context_is_refused_or_a_context()
    {
        var random = new Random(7);
        var good = Write(new(Recorded("v=1"), true, [new("a", "b"), new("c", "%zz%")], [new("d", "e")]));
        for (var i = 0; i < 100_000; i++)
        {
            var bytes = random.Next(3) == 0 ? new byte[random.Next(80)] : [.. good];
            if (bytes.Length != good.Length)
            {
                random.NextBytes(bytes);
            }
            else
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
                bytes = bytes[..random.Next(bytes.Length + 1)];
            }

            if (ContextFormat.Read(bytes, out var context) is null)
            {
                _ = context.ToOrigin();
            }
        }
    }

    [Fact]
    public void Ids_that_mean_nothing_are_refused()
    {
        var zeroTrace = Write(new(Recorded(), false, [], []));
        zeroTrace.AsSpan(1, 16).Clear();
        Assert.Equal(RefusedContexts.Malformed, ContextFormat.Read(zeroTrace, out _));
        var zeroSpan = Write(new(Recorded(), false, [], []));
        zeroSpan.AsSpan(17, 8).Clear();
        Assert.Equal(RefusedContexts.Malformed, ContextFormat.Read(zeroSpan, out _));
        Assert.Equal(RefusedContexts.Malformed, ContextFormat.Read([], out _));
    }

    private static KeyValuePair<string, string?>[] Items(Random random) =>
        [.. Enumerable.Range(0, random.Next(3))
            .Select(_ => new KeyValuePair<string, string?>(Text(random, 5), random.Next(4) == 0 ? null : Text(random, 20)))];

    // Mostly printable, some not, some that no encoding has.
    private static string Text(Random random, int below) =>
        string.Concat(Enumerable.Range(0, random.Next(below))
            .Select(_ => random.Next(400) == 0 ? (char)random.Next(0x10000) : (char)random.Next(0x20, 0x7F)));

    private static ActivityContext Recorded(string? state = null) => new(TraceId, SpanId, ActivityTraceFlags.Recorded, state);

    private static byte[] Write(in WireContext context, List<string>? refused = null)
    {
        var to = new ArrayBufferWriter<byte>();
        ContextFormat.Write(context, to, reason => (refused ?? throw new InvalidOperationException(reason)).Add(reason));
        return to.WrittenSpan.ToArray();
    }
}
