using Akka.Actor;

namespace Akka.TestKit;

/// <summary>Reads the <see cref="TestKitSettings"/> of a system once.</summary>
public class TestKitExtension : ExtensionIdProvider<TestKitSettings>
{
    public static TestKitSettings For(ActorSystem system) => system.WithExtension<TestKitSettings, TestKitExtension>();

    public override TestKitSettings CreateExtension(ExtendedActorSystem system) => new(system.Settings.Config);
}
