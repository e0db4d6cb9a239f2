namespace AkkaInstrumentation.Tests;

/// <summary>Tests that look at one shop without customers, one after the other: its start costs more than most of them.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ShopAtRest : ICollectionFixture<OpenShop>
{
    public const string Name = "shop at rest";
}

/// <summary>The same with customers.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ShopAtWork : ICollectionFixture<BusyShop>
{
    public const string Name = "shop at work";
}

/// <summary>A shop without customers.</summary>
public class OpenShop : IAsyncLifetime
{
    public ShopUnderTest Shop { get; private set; } = null!;

    /// <summary>A page of the dashboard, once its first answer has come.</summary>
    public async Task<BrowserPage> Page(string view)
    {
        var page = await BrowserPage.Open(Shop.View(view));
        await Eventually.Equal("shop", () => page.Text("system"));
        return page;
    }

    protected virtual string[] Arguments => [];

    public async Task InitializeAsync() => Shop = await ShopUnderTest.StartAndOpen(Arguments);

    public async Task DisposeAsync() => await Shop.DisposeAsync();
}

/// <summary>With thirty orders a second.</summary>
public sealed class BusyShop : OpenShop
{
    protected override string[] Arguments => ["--Traffic:Rate=30", "--Traffic:Running=true"];
}
