namespace AkkaInstrumentation.Tests;

/// <summary>A test of the packages. They are made against the lowest version of Akka only.</summary>
public sealed class PackageFactAttribute() : FactIfAttribute(
    BuiltWith.AkkaVersion == BuiltWith.AkkaFloor, "AkkaVersion is set: packages are made against the lowest version of Akka.");
