namespace AkkaInstrumentation.Tests;

/// <summary>A program of somebody else, who has the packages and not this repository.</summary>
[Collection(PackagesCollection.Name)]
public sealed class StrangerSpec(PackedFixture packed)
{
    public static TheoryData<string> Versions => [BuiltWith.AkkaFloor, BuiltWith.AkkaNewest];

    [PackageTheory]
    [MemberData(nameof(Versions))]
    public void A_new_project_installs_the_package_and_gets_the_span_of_a_message(string akka)
    {
        var project = StrangerProject.Create(
            packed, $"stranger-{akka}", akka, "Microsoft.NET.Sdk", ["AkkaInstrumentation.Hosting", "AkkaInstrumentation.Testing", "OpenTelemetry.Extensions.Hosting"]);
        var printed = project.Run().ReplaceLineEndings("\n").Split('\n').Where(line => line.StartsWith("> ", StringComparison.Ordinal)).Select(line => line[2..]);

        Assert.Equal(new[] { "OrderActor/PlaceOrder", "  akka.message.type = PlaceOrder", "OrderActor <- PlaceOrder: placed", "metric akka.actor.messages" }, printed);
    }
}
