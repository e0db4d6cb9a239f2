namespace AkkaInstrumentation.Tests;

/// <summary>
/// The test of docs/testing.md, with the packages and the test kits that are written for xunit 3, which cannot stand beside xunit 2 in one assembly.
/// </summary>
[Collection(PackagesCollection.Name)]
public sealed class TestKitsSpec(PackedFixture packed)
{
    private const string HostedSpec =
        """
        using Akka.Actor;
        using Akka.Hosting;
        using AkkaInstrumentation;
        using Xunit;

        namespace ShopUnderTest;

        public sealed class HostedShopSpec : Akka.Hosting.TestKit.TestKit
        {
            [Fact]
            public async Task An_order_charges_the_card_once()
            {
                var shop = Sys.ActorOf<ShopActor>();
                var tracked = await Sys.TrackAsync(() => shop.Ask<Receipt>(new PlaceOrder("honey")));
                tracked.ShouldBeOneTrace().ShouldPass("ShopActor", "OrderActor", "PaymentActor").ShouldHandleAtMost(3);
            }

            protected override void ConfigureAkka(AkkaConfigurationBuilder builder, IServiceProvider provider) => builder.WithInstrumentation();
        }
        """;

    /// <summary>Both tests, as a program.</summary>
    internal static StrangerProject Project(PackedFixture packed)
    {
        var project = StrangerProject.Create(
            packed, Strangers.TestKits, BuiltWith.AkkaFloor, "Microsoft.NET.Sdk",
            ["AkkaInstrumentation.Testing", "AkkaInstrumentation.Hosting", "Akka.Hosting.TestKit", "xunit.v3"]);
        project.Write("Program.cs", $"using Xunit;\n{Repo.Read("tests/Contract.Tests/Snippets/TestKitSnippet.cs").Replace("Akka.TestKit.Xunit2", "Akka.TestKit.Xunit", StringComparison.Ordinal)}");
        project.Write("HostedSpec.cs", HostedSpec);
        return project;
    }

    // the program ends with 0 if all have passed
    [PackageFact]
    public void A_new_test_project_tracks_an_action_with_the_kits_for_xunit_3() =>
        Assert.Contains("Total: 2, Errors: 0, Failed: 0, Skipped: 0", packed.Strangers[Strangers.TestKits].Run(), StringComparison.Ordinal);
}
