namespace AkkaInstrumentation.Tests.Health;

/// <summary>Restarts within a time, by actor, and how many are kept.</summary>
public sealed class RecentRestartsSpec
{
    private readonly RecentRestarts _restarts = new();

    [Fact]
    public void Restarts_before_the_time_do_not_count()
    {
        Restart("/user/a", times: 2, at: 10);
        Restart("/user/a", times: 2, at: 20);
        Assert.Equal(4, Assert.Single(_restarts.Since(10, least: 1).Worst).Restarts);
        Assert.Equal(2, Assert.Single(_restarts.Since(11, least: 1).Worst).Restarts);
        Assert.Equal(0, _restarts.Since(21, least: 1).Count);
    }

    [Fact]
    public void The_latest_are_kept_and_no_more()
    {
        Restart("/user/first", times: 10, at: 1);
        Restart("/user/second", times: RecentRestarts.Kept - 4, at: 2);
        var found = _restarts.Since(0, least: 1).Worst;
        Assert.Equal([("/user/second", RecentRestarts.Kept - 4), ("/user/first", 4)], found.Select(actor => (actor.Path, actor.Restarts)));
    }

    private void Restart(string path, int times, long at)
    {
        for (var i = 0; i < times; i++)
        {
            _restarts.Add(path, "Actor", at);
        }
    }
}
