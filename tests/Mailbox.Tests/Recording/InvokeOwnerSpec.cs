using static AkkaInstrumentation.Tests.InvokeOwnerModel;

namespace AkkaInstrumentation.Tests;

public sealed class InvokeOwnerSpec
{
    private static readonly Work[] AllWork = Enum.GetValues<Work>();

    [Fact]
    public void Nobody_holds_it_at_first()
    {
        var owner = default(InvokeOwner);

        Assert.True(owner.IsFree);
        Assert.False(owner.IsHeld);
    }

    [Fact]
    public void A_run_that_leaves_is_the_only_holder_until_then_and_closes()
    {
        var owner = default(InvokeOwner);
        var run = owner.Take(out var left);

        Assert.Equal(InvokeOwner.Left.Nothing, left);
        Assert.True(owner.IsHeld && owner.IsHeldBy(run));
        Assert.True(owner.Leave(run, awaiting: false));
        Assert.True(owner.IsFree);
    }

    [Fact]
    public void A_run_that_was_overtaken_does_not_close()
    {
        var owner = default(InvokeOwner);
        var first = owner.Take(out _);
        var second = owner.Take(out var left);

        Assert.Equal(InvokeOwner.Left.ByARunThatHasNotReturned, left);
        Assert.False(owner.IsHeldBy(first));
        Assert.False(owner.Leave(first, awaiting: false));
        Assert.False(owner.Leave(first, awaiting: true));
        Assert.True(owner.Leave(second, awaiting: false));
    }

    [Fact]
    public void A_run_that_passes_takes_it_when_it_has_something_to_close()
    {
        var owner = default(InvokeOwner);
        var first = owner.Pass();
        Assert.True(owner.IsFree && owner.IsLast(first));

        var second = owner.Pass();
        Assert.False(owner.IsLast(first));
        owner.Hold();
        Assert.True(owner.IsHeldBy(second));
        Assert.False(owner.Leave(first, awaiting: false));
        Assert.True(owner.Leave(second, awaiting: false));
    }

    [Fact]
    public void An_awaiting_handler_is_found_by_the_next_run_and_is_no_run()
    {
        var owner = default(InvokeOwner);
        var first = owner.Take(out _);

        Assert.True(owner.Leave(first, awaiting: true));
        Assert.False(owner.IsHeld);
        Assert.False(owner.IsFree);
        _ = owner.Take(out var left);
        Assert.Equal(InvokeOwner.Left.AwaitingHandler, left);
    }

    [Theory]
    [InlineData(nameof(Kind.Real))]
    [InlineData(nameof(Kind.RealAndLight))]
    [InlineData(nameof(Kind.TakeInTwoSteps))]
    public void In_every_interleaving_of_three_runs_each_invoke_is_closed_exactly_once(string kind)
    {
        var states = 0;
        foreach (var script in Scripts(3))
        {
            var model = new InvokeOwnerModel(Enum.Parse<Kind>(kind), script);
            var problems = model.Explore();
            states += model.States;

            Assert.True(problems.Count == 0, $"{string.Join(", ", script)}: {string.Join("; ", problems)}");
        }

        Assert.True(states > 20_000, $"only {states} states");
    }

    [Theory]
    [InlineData(nameof(Kind.LeaveWithoutComparing))]
    [InlineData(nameof(Kind.TakeWithoutExchange))]
    [InlineData(nameof(Kind.LightWithoutHolding))]
    public void The_model_finds_that_a_simpler_owner_is_wrong(string kind) =>
        Assert.Contains(Scripts(2), script => new InvokeOwnerModel(Enum.Parse<Kind>(kind), script).Explore().Count > 0);

    private static IEnumerable<Work[]> Scripts(int runs) =>
        runs == 0 ? [[]] : Scripts(runs - 1).SelectMany(script => AllWork.Select(work => (Work[])[.. script, work]));
}
