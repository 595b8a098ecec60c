// Large arrays that begin as zeros and cost memory only where they are touched.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace hitm::sim {

/// Zeroed bytes whose pages come from the system when they are touched, on every construction anew: calloc would clear
/// memory that it uses again, which for the caches of a large machine takes longer than a short run.
class ZeroBytes {
public:
    explicit ZeroBytes(std::size_t size);
    ZeroBytes(ZeroBytes&& other) noexcept : data_{std::exchange(other.data_, nullptr)}, size_{other.size_} {}
    ZeroBytes& operator=(ZeroBytes&&) = delete;
    ~ZeroBytes();

    void* data() const { return data_; }

private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

/// An array of `size` elements whose bytes are all zero.
template <class T>
class ZeroPages {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    explicit ZeroPages(std::size_t size) : bytes_{size * sizeof(T)} {}

    T& operator[](std::size_t i) { return static_cast<T*>(bytes_.data())[i]; }
    const T* data() const { return static_cast<const T*>(bytes_.data()); }

private:
    ZeroBytes bytes_;
};

}  // namespace hitm::sim
