namespace AkkaInstrumentation.Tests;

/// <summary>A flow is compared with a file beside the test.</summary>
public sealed class ApprovalSpec : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("outline-").FullName;

    private string TestFile => Path.Combine(_folder, "MySpec.cs");

    private string Approved => Path.Combine(_folder, "place-order.outline.txt");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task The_outline_has_nothing_that_changes_from_run_to_run()
    {
        var outlines = new HashSet<string>();
        for (var i = 0; i < 10; i++)
        {
            outlines.Add((await Order("nothing")).ToOutline());
        }

        Assert.Equal("OrderActor <- PlaceOrder\n  PaymentActor <- ChargeCard  ! System.ArgumentException, restart\n  StockActor <- ReserveStock",
            Assert.Single(outlines));
    }

    [Fact]
    public async Task A_flow_that_has_a_step_more_or_less_shows_which()
    {
        var flow = await Order("tea");
        File.WriteAllText(Approved, "OrderActor <- PlaceOrder\n  BankActor <- ChargeCard\n  StockActor <- ReserveStock\n");
        var error = Assert.Throws<TrackingException>(() => flow.ShouldMatch("place-order", TestFile));
        Assert.Contains("  OrderActor <- PlaceOrder\n-   BankActor <- ChargeCard\n+   PaymentActor <- ChargeCard\n    StockActor <- ReserveStock\n",
            error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_with_the_line_ends_of_another_system_matches()
    {
        File.WriteAllText(Approved, "OrderActor <- PlaceOrder\r\n  PaymentActor <- ChargeCard\r\n  StockActor <- ReserveStock\r\n");
        (await Order("tea")).ShouldMatch("place-order", TestFile);
    }

    [Theory]
    [InlineData("../up")]
    [InlineData("a/b")]
    public async Task A_name_that_leaves_the_folder_is_refused(string name)
    {
        var flow = await Order("tea");
        Assert.Throws<ArgumentException>(() => flow.ShouldMatch(name, TestFile));
    }

    private static async Task<TrackedAction> Order(string item)
    {
        await using var system = Systems.Instrumented();
        var shop = Shop.In(system.System);
        return await system.System.TrackAsync(async () =>
        {
            if (item == "nothing")
            {
                shop.Tell(new PlaceOrder(item));
            }
            else
            {
                await shop.Ask<Receipt>(new PlaceOrder(item));
            }
        });
    }
}

/// <summary>What happens without a file depends on the environment, which is the process'.</summary>
[Collection(Alone.Name)]
public sealed class FirstApprovalSpec : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("outline-").FullName;
    private readonly string? _ci = Environment.GetEnvironmentVariable("CI");
    private readonly string? _azure = Environment.GetEnvironmentVariable("TF_BUILD");
    private readonly string? _approve = Environment.GetEnvironmentVariable("APPROVE");

    public FirstApprovalSpec()
    {
        foreach (var variable in new[] { "CI", "TF_BUILD", "APPROVE" })
        {
            Environment.SetEnvironmentVariable(variable, null);
        }
    }

    private string Approved => Path.Combine(_folder, "new.outline.txt");

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("CI", _ci);
        Environment.SetEnvironmentVariable("TF_BUILD", _azure);
        Environment.SetEnvironmentVariable("APPROVE", _approve);
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public async Task The_first_run_writes_the_file_and_the_next_one_compares()
    {
        await Match(2);
        Assert.Equal("Handler <- Int32\n  Handler <- Int32\n", File.ReadAllText(Approved));
        await Match(2);
        await Assert.ThrowsAsync<TrackingException>(() => Match(3));
    }

    [Fact]
    public async Task A_run_that_approves_writes_it_again()
    {
        File.WriteAllText(Approved, "old");
        Environment.SetEnvironmentVariable("APPROVE", "1");
        await Match(1);
        Assert.Equal("Handler <- Int32\n", File.ReadAllText(Approved));
    }

    [Theory]
    [InlineData("CI", "true")]
    [InlineData("TF_BUILD", "True")]
    public async Task On_a_CI_service_a_missing_file_is_a_failure(string variable, string value)
    {
        Environment.SetEnvironmentVariable(variable, value);
        var error = await Assert.ThrowsAsync<TrackingException>(() => Match(1));
        Assert.Contains("new.outline.txt", error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(Approved));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("1")]
    public async Task A_name_that_two_tests_of_a_run_use_for_different_flows_is_named_with_both(string? approve)
    {
        Environment.SetEnvironmentVariable("APPROVE", approve);
        await Match(2);
        await Match(2, "Another_test");
        var error = await Assert.ThrowsAsync<TrackingException>(() => Match(1, "A_third_test"));

        Assert.Contains($"{Approved}: of The_test and of A_third_test.", error.Message, StringComparison.Ordinal);
        Assert.Equal("Handler <- Int32\n  Handler <- Int32\n", File.ReadAllText(Approved));
    }

    private async Task Match(int messages, string test = "The_test")
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((context, message) =>
        {
            if (message is > 1 and int left)
            {
                context.Self.Tell(left - 1);
            }
        });
        var flow = await system.System.TrackAsync(() => actor.Tell(messages));
        flow.ShouldMatch("new", Path.Combine(_folder, "MySpec.cs"), test);
    }
}
