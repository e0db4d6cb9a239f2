using System.Reflection;

namespace AkkaInstrumentation.Tests;

public sealed class AkkaVersionSpec
{
    [Fact]
    public void The_tests_run_with_the_version_of_Akka_that_was_asked_for() =>
        Assert.Equal(
            BuiltWith.AkkaVersion,
            typeof(ActorSystem).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0]);
}
