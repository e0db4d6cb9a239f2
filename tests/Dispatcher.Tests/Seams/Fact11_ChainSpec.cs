using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 11 about Akka.NET 1.5: an activity keeps the one that was current at its start, and so a whole conversation.</summary>
public sealed class Fact11_ChainSpec : IDisposable
{
    private const int Hops = 100;

    private readonly ActivitySource _source = new($"seams-{Guid.NewGuid():N}");
    private readonly ActivityListener _listener;

    public Fact11_ChainSpec()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source == _source,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _source.Dispose();
    }

    [Fact]
    public void A_parent_given_as_the_current_activity_lives_as_long_as_its_last_descendant()
    {
        var (first, last) = Conversation(previous =>
        {
            Activity.Current = previous;
            return _source.StartActivity("hop")!;
        });

        Collect();

        Assert.True(first.IsAlive);
        GC.KeepAlive(last);
    }

    [Fact]
    public void A_parent_given_as_a_context_is_free_when_its_child_has_started()
    {
        var (first, last) = Conversation(previous =>
        {
            Activity.Current = null;
            return _source.StartActivity("hop", ActivityKind.Consumer, previous?.Context ?? default)!;
        });

        Collect();

        Assert.False(first.IsAlive);
        Assert.Null(last.Parent);
        Assert.NotEqual(default, last.ParentSpanId);
    }

    [Fact]
    public void A_context_given_as_the_parent_while_an_activity_is_current_keeps_that_activity_for_its_stop()
    {
        var (first, last) = Conversation(previous => _source.StartActivity("hop", ActivityKind.Consumer, previous?.Context ?? default)!);

        Collect();

        Assert.True(first.IsAlive);
        GC.KeepAlive(last);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference First, Activity Last) Conversation(Func<Activity?, Activity> hop)
    {
        Activity.Current = null;
        var last = hop(null);
        var first = new WeakReference(last);
        for (var i = 0; i < Hops; i++)
        {
            last = hop(last);
        }

        Activity.Current = null;
        return (first, last);
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }
}
