namespace AkkaInstrumentation.Tests;

/// <summary>A program of somebody else, who has the packages and not this repository.</summary>
[Collection(PackagesCollection.Name)]
public sealed class StrangerSpec(PackedFixture packed)
{
    /// <summary>With the newest Akka. The lowest has the README's program and the test kits.</summary>
    [PackageFact]
    public void A_new_project_installs_the_package_and_gets_the_span_of_a_message()
    {
        var printed = packed.Strangers[Strangers.Newest].Run().ReplaceLineEndings("\n").Split('\n')
            .Where(line => line.StartsWith("> ", StringComparison.Ordinal)).Select(line => line[2..]);

        Assert.Equal(new[] { "OrderActor/PlaceOrder", "  akka.message.type = PlaceOrder",
            "OrderActor <- PlaceOrder: placed", "metric akka.actor.messages" }, printed);
    }
}
