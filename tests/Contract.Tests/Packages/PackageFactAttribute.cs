namespace AkkaInstrumentation.Tests;

/// <summary>A test of the packages. They are made against the lowest version of Akka only.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PackageFactAttribute : FactAttribute
{
    internal static readonly string? Reason =
        BuiltWith.AkkaVersion == BuiltWith.AkkaFloor ? null : "AkkaVersion is set: packages are made against the lowest version of Akka.";

    public PackageFactAttribute() => Skip = Reason;
}
