using System.Collections.Concurrent;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>What every kind of dispatcher allocates above its counterpart in Akka: nothing, per message and per run.</summary>
[Collection(Alone.Name)]
public class CostSpec
{
    // Each run is awaited, and with one processor that others want too each takes some milliseconds.
    private const int Runs = 200;

    // what plain Akka takes, which no listener changes
    private static readonly ConcurrentDictionary<(string Kind, int InOneRun), Lazy<Task<double>>> Plain = new();

    public static TheoryData<string> AkkasNames => Kind.AkkasNames;

    [Theory]
    [MemberData(nameof(AkkasNames))]
    public async Task A_message_allocates_nothing_when_nobody_listens(string kind) =>
        Assert.InRange(await OverPlainAkka(kind, inOneRun: 100), double.MinValue, 0.5);

    [Theory]
    [MemberData(nameof(AkkasNames))]
    public async Task A_run_allocates_nothing_when_nobody_listens(string kind) =>
        Assert.InRange(await OverPlainAkka(kind, inOneRun: 1), double.MinValue, 0.5);

    [Theory]
    [MemberData(nameof(AkkasNames))]
    public async Task A_run_allocates_nothing_when_metrics_are_listened_to(string kind)
    {
        using var metrics = Unheeding.Metrics();

        Assert.InRange(await OverPlainAkka(kind, inOneRun: 1), double.MinValue, 0.5);
    }

    private static async Task<double> OverPlainAkka(string kind, int inOneRun)
    {
        var before = await Plain.GetOrAdd((kind, inOneRun), of => new(() => PlainAkka(of.Kind, of.InOneRun))).Value;
        await using var instrumented = Systems.Instrumented(Kind.Hocon(kind));
        return await AllocationMeter.InProcess(Portion(instrumented, inOneRun), Runs * inOneRun, before + 0.5) - before;
    }

    private static async Task<double> PlainAkka(string kind, int inOneRun)
    {
        await using var plain = Systems.Plain(Kind.Hocon(kind));
        return await AllocationMeter.MostlyInProcess(Portion(plain, inOneRun), Runs * inOneRun);
    }

    // Waits for each few messages, so that they are one run, or a few, and the queue does not grow.
    private static Func<Task> Portion(TestSystem system, int inOneRun)
    {
        var message = new object();
        var handled = 0;
        var actor = Kind.ActorOn(system, Props.Create(() => new Counting(() => Volatile.Write(ref handled, handled + 1))));
        return () =>
        {
            var until = handled;
            for (var run = 0; run < Runs; run++)
            {
                until += inOneRun;
                for (var j = 0; j < inOneRun; j++)
                {
                    actor.Tell(message, ActorRefs.NoSender);
                }

                var spin = default(SpinWait);
                while (Volatile.Read(ref handled) != until)
                {
                    spin.SpinOnce(sleep1Threshold: -1);
                }
            }

            return Task.CompletedTask;
        };
    }

    private sealed class Counting(Action count) : UntypedActor
    {
        protected override void OnReceive(object message) => count();
    }
}
