namespace AkkaInstrumentation.Tests;

/// <summary>Packs once for all tests of packages, and one after the other: packing writes beside the build's outputs.</summary>
[CollectionDefinition(Name)]
public sealed class PackagesCollection : ICollectionFixture<PackedFixture>
{
    public const string Name = "packages";
}
