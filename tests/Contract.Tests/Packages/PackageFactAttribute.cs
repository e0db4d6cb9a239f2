namespace AkkaInstrumentation.Tests;

/// <summary>A test of the packages. Those are made against the lowest version of Akka only, so elsewhere it is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PackageFactAttribute : FactAttribute
{
    public PackageFactAttribute() =>
        Skip = BuiltWith.AkkaSource == "offline" ? "Nothing built against the stand-ins is packed: this needs the Akka packages."
            : BuiltWith.AkkaVersion != "" ? "AKKA_VERSION is set: packages are made against the lowest version of Akka."
            : null;
}
