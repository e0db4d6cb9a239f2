namespace AkkaInstrumentation.Tests;

/// <summary>A test of the packages. There are none of the stand-ins, so there it is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PackageFactAttribute : FactAttribute
{
    public PackageFactAttribute() =>
        Skip = BuiltWith.AkkaSource == "offline" ? "Nothing built against the stand-ins is packed: this needs the Akka packages." : null;
}
