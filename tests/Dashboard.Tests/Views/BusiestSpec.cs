using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>Which actors did most. Alone, because messages are timed only while somebody listens, and listeners are global.</summary>
[Collection(Alone.Name)]
public sealed class BusiestSpec
{
    private const int Idle = 30_000;
    private const int Heavy = 5;

    [Fact]
    public async Task Few_heavy_actors_are_found_among_a_hundred_thousand_and_looks_keep_little()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("busiest");
        var props = Props.Create<Silent>();
        var actors = Enumerable.Range(0, Idle).Select(_ => host.System.ActorOf(props)).ToArray();
        var heavy = Enumerable.Range(0, Heavy).Select(i => host.System.ActorOf(props, $"heavy-{i}")).ToArray();

        // On a slow machine that took longer than a page may be silent.
        _ = await host.Get("busiest");
        for (var i = 0; i < Idle; i++)
        {
            actors[i].Tell("one", ActorRefs.NoSender);
            heavy[i % Heavy].Tell("many", ActorRefs.NoSender);
        }

        // Of the others, those that were timed stand for many, once: an estimate, which hides nobody who was timed often.
        await Eventually.Passes(() => Assert.Empty(heavy.Select(actor => actor.Path.ToStringWithoutAddress()).Except(Actors(host).Select(Path))));

        // History and figures grow meanwhile, and once in a while a table doubles.
        await Eventually.Passes(() =>
        {
            var before = SettledHeap.Bytes();
            for (var look = 0; look < 20; look++)
            {
                Assert.InRange(host.Now("busiest").GetProperty("actors").GetArrayLength(), Heavy, 4 * BusiestView.Listed);
            }

            Assert.InRange(SettledHeap.Bytes() - before, long.MinValue, 20 * Idle);
        });
    }

    [Fact]
    public async Task Work_wait_and_failures_are_those_of_the_actor()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("busiest");
        using var gate = new ManualResetEventSlim();
        var slow = host.System.ActorOf((_, _) => gate.Wait(), "slow");
        var broken = host.System.ActorOf(Handler.Fallible, "broken");
        var quick = host.System.ActorOf((_, _) => { }, "quick");
        slow.Tell(1, ActorRefs.NoSender);
        slow.Tell(2, ActorRefs.NoSender);
        for (var i = 0; i < 7; i++)
        {
            broken.Tell("fail", ActorRefs.NoSender);
            quick.Tell(i, ActorRefs.NoSender);
        }

        // its first message has not ended
        await Eventually.Passes(() =>
        {
            var actors = Actors(host);
            Assert.Equal("/user/slow", Path(actors[0]));
            Assert.InRange(Number(actors[0], "work"), 0.001, 1);
            Assert.Equal((7, 7), (Number(Find(actors, "/user/broken"), "failures"), Number(Find(actors, "/user/broken"), "timed")));
        });
        gate.Set();
        await Eventually.Passes(() =>
        {
            var (actors, covered) = (Actors(host), host.Now("busiest").GetProperty("seconds").GetDouble());
            var (worst, other) = (Find(actors, "/user/slow"), Find(actors, "/user/quick"));
            Assert.Equal((2, 7), (Number(worst, "timed"), Number(other, "timed")));
            Assert.InRange(covered, 0.0001, 60);
            Assert.InRange(Number(other, "perSecond"), 7 / covered * 0.5, 7 / covered * 1.5);
            Assert.True(Number(worst, "waitSeconds") > Number(other, "waitSeconds"));
            Assert.Equal(0, Number(other, "failures"));
        });
    }

    private static List<JsonElement> Actors(DashboardHost host) => [.. host.Now("busiest").GetProperty("actors").EnumerateArray()];

    private static JsonElement Find(List<JsonElement> actors, string path) => Assert.Single(actors, actor => Path(actor) == path);

    private static string Path(JsonElement actor) => actor.GetProperty("path").GetString()!;

    private static double Number(JsonElement actor, string name) =>
        actor.GetProperty(name) is { ValueKind: JsonValueKind.Number } value ? value.GetDouble() : 0;

    private sealed class Silent : UntypedActor
    {
        protected override void OnReceive(object message)
        {
        }
    }
}
