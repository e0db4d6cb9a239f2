using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Types;

public class TypeNamesSpec
{
    private sealed class Nested
    {
        public sealed class Deeper;
    }

    private sealed class Box<T>
    {
        public sealed class Lid;

        public sealed class Label<TText>;
    }

    private sealed class Pair<TOne, TOther>;

    [Theory]
    [InlineData(typeof(string), "String")]
    [InlineData(typeof(int[]), "Int32[]")]
    [InlineData(typeof(int[,]), "Int32[,]")]
    [InlineData(typeof(int[][]), "Int32[][]")]
    [InlineData(typeof(List<string>), "List<String>")]
    [InlineData(typeof(Dictionary<string, List<int>>), "Dictionary<String, List<Int32>>")]
    [InlineData(typeof(Nested.Deeper), "TypeNamesSpec.Nested.Deeper")]
    [InlineData(typeof(Box<int>), "TypeNamesSpec.Box<Int32>")]
    [InlineData(typeof(Box<int>.Lid), "TypeNamesSpec.Box<Int32>.Lid")]
    [InlineData(typeof(Box<int>.Label<string>), "TypeNamesSpec.Box<Int32>.Label<String>")]
    [InlineData(typeof(int?), "Nullable<Int32>")]
    public void Names_are_readable_and_have_no_namespace(Type type, string name) => Assert.Equal(name, TypeNames.Get(type));

    [Theory]
    [InlineData(typeof(string))]
    [InlineData(typeof(Nested.Deeper))]
    [InlineData(typeof(Box<int>))]
    [InlineData(typeof(List<string>[][,]))]
    [InlineData(typeof(Box<>))]
    public void Full_names_are_those_of_the_runtime(Type type) => Assert.Equal(type.FullName, TypeNames.Full(type));

    [Theory]
    [InlineData(typeof(Nested.Deeper), "Deeper")]
    [InlineData(typeof(Nested.Deeper[]), "Deeper[]")]
    [InlineData(typeof(Box<Nested.Deeper>.Label<string>), "Label<String>")]
    public void Its_own_name_is_without_the_types_around_it(Type type, string name) => Assert.Equal(name, TypeNames.Own(type));

    [Fact]
    public void A_long_name_ends_with_a_hash_that_is_the_same_in_every_process()
    {
        var name = TypeNames.Get(Deep(typeof(List<>), typeof(int), 60));
        Assert.Equal(TypeNames.MaxLength, name.Length);
        Assert.StartsWith("List<List<List<", name, StringComparison.Ordinal);
        Assert.EndsWith("~df7527a7", name, StringComparison.Ordinal);
    }

    [Fact]
    public void Long_names_that_begin_alike_are_told_apart()
    {
        var types = new[] { Deep(typeof(List<>), typeof(int), 60), Deep(typeof(List<>), typeof(string), 60), Deep(typeof(List<>), typeof(int), 61) };
        Assert.Equal(3, types.Select(TypeNames.Get).Distinct().Count());
        Assert.Equal(TypeNames.Get(types[0]), TypeNames.Get(Deep(typeof(List<>), typeof(int), 60)));
    }

    [Fact]
    public void A_name_of_256_characters_is_whole()
    {
        Assert.Equal(new string('a', 256), TypeNames.Get(new FakeType(new string('a', 256))));
        Assert.Matches(@"\Aa{247}~[0-9a-f]{8}\z", TypeNames.Get(new FakeType(new string('a', 257))));
        Assert.Matches(@"\A\uD83D\uDE00(\uD83D\uDE00){122}~[0-9a-f]{8}\z",
            TypeNames.Get(new FakeType(string.Concat(Enumerable.Repeat("\U0001F600", 200)))));
    }

    // two to the power of a hundred characters
    [Fact]
    public void A_name_that_no_memory_could_hold_is_made_all_the_same()
    {
        var type = Enumerable.Range(0, 100).Aggregate(typeof(int), (inner, _) => typeof(Pair<,>).MakeGenericType(inner, inner));
        Assert.All([TypeNames.Get(type), TypeNames.Own(type), TypeNames.Full(type)], name => Assert.Equal(256, name.Length));
        Assert.All(TypeTexts.Names(type.MakeArrayType()), name => Assert.InRange(name.Length, 1, 300));
    }

    [Fact]
    public void Arrays_of_arrays_without_end_have_a_name()
    {
        var type = Enumerable.Range(0, 500).Aggregate(typeof(int), (inner, _) => inner.MakeArrayType());
        Assert.StartsWith("Int32[][]", TypeNames.Get(type), StringComparison.Ordinal);
        Assert.Equal(256, TypeNames.Get(type).Length);
        Assert.Equal(256, TypeNames.Full(type).Length);
    }

    private static Type Deep(Type definition, Type inner, int depth) =>
        Enumerable.Range(0, depth).Aggregate(inner, (type, _) => definition.MakeGenericType(type));
}
